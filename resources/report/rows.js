// The ranked table and the card of the row that is chosen.
const PAGE = 50;

// What the table and the card ask of the block about its rows, at the round that is shown.
function rowsOf(block) {
  const { rows, weights, margins } = block;
  return {
    count: rows.line.length,
    weight(row, index) {
      if (!weights || rows.at[row] < 0) return NaN;
      const log = weights.at(index, rows.at[row]);
      return Number.isNaN(log) ? 0 : Math.exp(log);
    },
    margin: (row, index) => (rows.at[row] < 0 ? NaN : margins.at(index, rows.at[row])),
    marginText: (value) => exact(value, margins.step),
  };
}

// The rows to be shown, in their order: ranked as they come, or by what they are at a round.
function ordered(block, rows, state) {
  const { index, which, order } = state;
  const isLast = index === block.rounds.length - 1;
  const by = order !== "known" ? order : isLast ? "suspicion" : block.weights ? "weight" : "margin";
  const keep = {
    all: () => true,
    decided: (row) => block.rows.decision[row] !== "",
    against: (row) => rows.margin(row, index) < 0,
  }[which];
  const found = [];
  for (let row = 0; row < rows.count; row++) if (keep(row)) found.push(row);
  if (by === "suspicion") return found;
  const isNumber = block.margin_name === "residual";
  const key = by === "weight" ? (row) => -rows.weight(row, index)
    : isNumber ? (row) => -Math.abs(rows.margin(row, index)) : (row) => rows.margin(row, index);
  const keys = new Map(found.map((row) => [row, key(row)]));
  const last = (value) => (Number.isNaN(value) ? Infinity : value);
  return found.sort((a, b) => last(keys.get(a)) - last(keys.get(b)) || a - b);
}

function drawHead(table, block) {
  const margin = block.margin_name[0].toUpperCase() + block.margin_name.slice(1);
  const weight = block.weights ? ["Weight"] : [];
  const first = ["Place", "Line", "Given", "Suggested", "Likely wrong"];
  const heads = [...first, ...weight, margin, "Decision"];
  const aside = "number aside"; // left out where there is little room
  const kinds = { Place: aside, Line: "number", "Likely wrong": aside, Weight: "number" };
  kinds[margin] = "number";
  table.tHead.replaceChildren(make("tr", {}, ...heads.map((head) =>
    make("th", { scope: "col", class: kinds[head] ?? "" }, head))));
}

function drawRows(table, block, rows, shown, state) {
  const { rows: own, classes } = block;
  const name = (text) => {
    const at = classes.indexOf(text);
    if (at < 0) return [foreign(text)];
    const dot = { class: "dot", style: `--dot: var(--class-${at % CLASS_COLOURS})` };
    return [make("span", dot), foreign(text)];
  };
  const lines = shown.slice(0, state.most).map((row) => {
    const weight = rows.weight(row, state.index);
    const margin = rows.marginText(rows.margin(row, state.index));
    const isSame = own.suggested[row] === own.given[row];
    const cells = [
      make("td", { class: "number aside" }, localised(own.place[row])),
      make("th", { scope: "row", class: "number" }, localised(own.line[row])),
      make("td", { class: "name" }, ...name(own.given[row])),
      make("td", { class: "name" }, ...(isSame ? ["the same"] : name(own.suggested[row]))),
      make("td", { class: "number aside" }, percent(own.wrong[row] ?? NaN)),
    ];
    if (block.weights) {
      cells.push(make("td", { class: "number weight" }, heat(weight), digits(weight, true)));
    }
    cells.push(make("td", { class: "number margin" }, margin));
    cells.push(make("td", {}, foreign(own.decision[row])));
    const isChosen = row === state.chosen;
    return make("tr", { "data-row": row, tabindex: -1, "aria-selected": isChosen }, ...cells);
  });
  table.tBodies[0].replaceChildren(...lines);
  const stop = table.querySelector("[aria-selected=true]") ?? lines[0];
  if (stop) stop.tabIndex = 0;
}

// A weight as a colour: dark is light, and yellow a hundred times the average.
const heat = (weight) => {
  const colour = make("span", { class: "heat" });
  colour.style.background = weight > 0 ? viridis((Math.log10(weight) + 2) / 4) : "none";
  return colour;
};

// Everything that is known of a row.
function drawCard(card, block, rows, state) {
  const { chosen: row, index } = state;
  const { rows: own } = block;
  const told = block.told[own.line[row]] ?? {};
  const parts = [make("h3", {}, `Line ${localised(own.line[row])}`)];
  const said = make("p", {}, "given ", foreign(own.given[row]));
  if (own.suggested[row]) said.append(", suggested ", foreign(own.suggested[row]));
  parts.push(said, make("p", { class: "quiet" }, told.verdict ??
    (own.suspicion[row] === null ? "not ranked" : `suspicion ${digits(own.suspicion[row])}`),
    own.validation[row] ? " · a validation row" : ""));
  parts.push(make("h4", {}, "Decision"));
  if (told.decisions) parts.push(...told.decisions.map(decisionOf));
  else parts.push(make("p", { class: "quiet" }, "Nothing was decided about this row."));
  if (told.note) parts.push(make("p", {}, "Note: ", foreign(told.note)));
  parts.push(...drawPaths(block, rows, row, index));
  parts.push(make("h4", {}, "Reasons"));
  if (told.reasons) {
    parts.push(make("ul", {}, ...told.reasons.map((one) => make("li", {}, foreign(one)))));
  } else {
    const whose = "Reasons are told of the most suspicious and the decided rows of an audit.";
    parts.push(make("p", { class: "quiet" }, whose));
  }
  if (told.values) {
    parts.push(make("h4", {}, "Values"), make("dl", {}, ...told.values.map(([column, value]) =>
      make("div", {}, make("dt", {}, foreign(column)), make("dd", {}, foreign(value))))));
    const more = `and ${localised(told.more)} more columns`;
    if (told.more) parts.push(make("p", { class: "quiet" }, more));
  }
  card.replaceChildren(...parts);
}

// What was done, why, what was noted, and when.
function decisionOf([outcome, ...more]) {
  const rest = more.filter(Boolean).flatMap((one) => [" · ", foreign(one)]);
  return make("p", {}, make("strong", {}, foreign(outcome)), ...rest);
}

function drawPaths(block, rows, row, index) {
  const at = block.rows.at[row];
  if (at < 0) {
    const why = "This run did not learn from the row: it has no path here.";
    return [make("p", { class: "quiet" }, why)];
  }
  const title = block.weights ? `Weight, and ${block.margin_name}` : block.margin_name;
  const found = [make("h4", {}, title)];
  if (block.weights) {
    found.push(pathOf(block, block.weights, at, index, {
      title: "Weight", label: "weight, 1 is average", of: (log) => log / Math.LN10, middle: 0,
      least: 1, text: (power) => digits(10 ** power), ticks: (from, to) => ticks(from, to, 2),
      told: (k) => digits(rows.weight(row, k)) }));
  }
  found.push(pathOf(block, block.margins, at, index, {
    title: block.margin_name, label: block.margin_name, of: (value) => value, middle: 0,
    least: block.margins.step, text: digits, ticks: (from, to) => ticks(from, to, 2),
    told: (k) => rows.marginText(rows.margin(row, k)) }));
  return found;
}
