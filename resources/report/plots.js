// The three plots of a round, and the path of one row.
const AREA = { width: 340, height: 200, left: 46, right: 10, top: 22, bottom: 34 };

// Axes with their ticks; gives back the inside, which cuts what is beyond it, and both scales.
function axes(svg, across, up, area = AREA) {
  const { width, height, left, right, top, bottom } = area;
  const x = scale(across.from, across.to, left, width - right);
  const y = scale(up.from, up.to, height - bottom, top);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren();
  for (const at of up.ticks) {
    svg.append(
      shape("line", { class: "grid", x1: left, x2: width - right, y1: y(at), y2: y(at) }),
      shape("text", { x: left - 5, y: y(at) + 4, "text-anchor": "end" }, up.text(at)),
    );
  }
  for (const at of across.ticks) {
    const anchor = x(at) > width - 24 ? "end" : "middle";
    const place = { x: x(at), y: height - bottom + 14, "text-anchor": anchor };
    svg.append(shape("text", place, across.text(at)));
  }
  const [middle, floor] = [(left + width - right) / 2, height - bottom];
  svg.append(
    shape("line", { class: "axis", x1: left, x2: width - right, y1: floor, y2: floor }),
    shape("text", { x: middle, y: height - 4, "text-anchor": "middle" }, across.label),
    shape("text", { x: 4, y: 11 }, up.label),
  );
  const size = { width: width - left - right, height: floor - top };
  const viewBox = `${left} ${top} ${size.width} ${size.height}`;
  const inside = shape("svg", { x: left, y: top, ...size, viewBox });
  svg.append(inside);
  return { inside, x, y };
}

const upright = ({ x, y }, at, up, kind) =>
  shape("line", { class: kind, x1: x(at), x2: x(at), y1: y(up.from), y2: y(up.to) });

// Points as a line; it is interrupted where there is no number.
function line(points, kind) {
  let path = "";
  let isDown = false;
  for (const [x, y] of points) {
    const isThere = Number.isFinite(y);
    if (isThere) path += `${isDown ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    isDown = isThere;
  }
  return shape("path", { class: `curve ${kind}`, d: path });
}

function byRound(rounds) {
  const [from, to] = [rounds[0], rounds[rounds.length - 1]];
  const whole = ticks(from, to).filter(Number.isInteger);
  return { label: "round", from, to, ticks: whole, text: (at) => localised(at) };
}

const entry = (kind, title, value) =>
  make("li", {}, make("span", { class: `swatch ${kind}` }), `${title} `, make("b", {}, value));

function drawCurves(figure, block, index, group) {
  const own = block.curves.filter((curve) => curve.group === group);
  const { rounds } = block;
  const text = own.every((curve) => curve.share) ? (at) => `${+(100 * at).toFixed(1)} %` : digits;
  const shown = (curve) => (curve.share ? percent : digits)(curve.values[index] ?? NaN);
  const numbers = own.filter((curve) => curve.role !== "bound" || own.length === 1)
    .flatMap((curve) => curve.values).filter((value) => value !== null);
  const up = { text, label: own[0].axis,
    from: Math.min(0, ...numbers), to: Math.max(...numbers) * 1.05 || 1 };
  up.ticks = ticks(up.from, up.to);
  const svg = figure.querySelector("svg");
  const place = axes(svg, byRound(rounds), up);
  for (const curve of own) {
    const points = rounds.map((at, k) => [place.x(at), place.y(curve.values[k] ?? NaN)]);
    place.inside.append(line(points, curve.role));
  }
  place.inside.append(upright(place, rounds[index], up, "now"));
  figure.querySelector(".legend").replaceChildren(
    ...own.map((curve) => entry(curve.role, curve.title, shown(curve))));
  const values = own.map((curve) => `${curve.title} ${shown(curve)}`).join(", ");
  svg.setAttribute("aria-label", `Curves by round. At round ${rounds[index]}: ${values}.`);
}

// How all rows are spread at a round: the unflagged upwards, the flagged downwards, each by its own
// share; the chosen row is a line.
function drawSpread(figure, table, index, look) {
  const { from, to } = table.spread;
  const shares = table.spread.of(index);
  const bins = shares.length / 2;
  const [others, flagged] = [shares.slice(0, bins), shares.slice(bins)];
  const hasFlagged = flagged.some((share) => share > 0);
  const most = Math.max(...others, ...flagged);
  const up = { label: "share of the rows", from: hasFlagged ? -most : 0, to: most };
  up.ticks = hasFlagged ? [-most, 0, most] : [0, most];
  up.text = (at) => `${Math.round(Math.abs(100 * at))} %`;
  const svg = figure.querySelector("svg");
  const place = axes(svg, { label: look.label, from, to, ticks: look.ticks, text: look.text }, up);
  const edge = scale(0, bins, from, to);
  const bars = (own, sign, kind) => own.forEach((share, bin) => {
    const [left, right] = [place.x(edge(bin)), place.x(edge(bin + 1))];
    const height = Math.abs(place.y(share) - place.y(0));
    const y = sign > 0 ? place.y(0) - height : place.y(0);
    const width = Math.max(right - left - 0.6, 0.5);
    place.inside.append(shape("rect", { class: kind, x: left, y, width, height }));
  });
  bars(others, 1, "others");
  if (hasFlagged) bars(flagged, -1, "flagged");
  place.inside.append(upright(place, look.middle, up, "usual"));
  if (Number.isFinite(look.own)) {
    place.inside.append(upright(place, Math.min(Math.max(look.own, from), to), up, "own"));
  }
  const upwards = hasFlagged ? "rows not flagged, upwards" : "all rows: none is flagged";
  const legend = [entry("others", upwards, "")];
  if (hasFlagged) legend.push(entry("flagged", "flagged rows, downwards", ""));
  if (look.ownText) legend.push(entry("own", "the chosen row", look.ownText));
  figure.querySelector(".legend").replaceChildren(...legend);
  const beyond = (own) => percent(own.reduce((sum, share, bin) =>
    sum + (look.isBad(edge(bin + 0.5)) ? share : 0), 0));
  const told = hasFlagged ? `, of the flagged ones ${beyond(flagged)}` : "";
  const which = hasFlagged ? "of the rows not flagged" : "of the rows";
  svg.setAttribute("aria-label",
    `${look.title} at round ${look.round}: ${which} ${beyond(others)} ${look.bad}${told}.`);
}

// A row's numbers from the start to the end, with the round that is shown.
function pathOf(block, table, at, index, look) {
  const { rounds } = block;
  const values = rounds.map((_, k) => look.of(table.at(k, at)));
  const there = values.filter(Number.isFinite);
  const up = { text: look.text, label: look.label,
    from: Math.min(look.middle, ...there), to: Math.max(look.middle, ...there) };
  if (up.to - up.from < look.least) up.to = up.from + look.least;
  up.ticks = look.ticks(up.from, up.to);
  const svg = shape("svg", { role: "img", class: "path" });
  const place = axes(svg, byRound(rounds), up, { ...AREA, height: 130 });
  const [left, right] = [place.x(rounds[0]), place.x(rounds[rounds.length - 1])];
  const middle = place.y(look.middle);
  place.inside.append(
    shape("line", { class: "usual", x1: left, x2: right, y1: middle, y2: middle }),
    line(rounds.map((round, k) => [place.x(round), place.y(values[k])]), "own"),
    upright(place, rounds[index], up, "now"),
  );
  const [start, now, end] = [0, index, rounds.length - 1].map(look.told);
  svg.setAttribute("aria-label", `${look.title} of the row by round: ${start} at the start, ` +
    `${now} at round ${rounds[index]}, ${end} at the end.`);
  return svg;
}
