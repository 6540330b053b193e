// The round that is shown, the row that is chosen, and everything that follows them.
const find = (selector) => document.querySelector(selector);

function live(block) {
  const rows = rowsOf(block);
  const last = block.rounds.length - 1;
  const state = { index: last, order: "known", which: "all", chosen: 0, most: PAGE,
    group: block.curves[0]?.group };
  const [slider, table, list] = [find("#round"), find("#list table"), find("#list")];
  let shown = [];

  function draw() {
    const round = block.rounds[state.index];
    const told = `${localised(round)} of ${localised(block.rounds[last])}`;
    find("#round-text").textContent = told;
    slider.setAttribute("aria-valuetext", `round ${told}`);
    if (state.group) drawCurves(find("#curves"), block, state.index, state.group);
    else find("#curves").hidden = true;
    drawWeights(round);
    drawMargins(round);
    shown = ordered(block, rows, state);
    const focused = document.activeElement?.closest("tr[data-row]")?.dataset.row;
    drawRows(table, block, rows, shown, state);
    if (focused !== undefined) lineOf(focused)?.focus({ preventScroll: true });
    find("#more").hidden = shown.length <= state.most;
    drawCard(find("#card"), block, rows, state);
  }

  const lineOf = (row) => table.querySelector(`[data-row="${row}"]`);

  function drawWeights(round) {
    const figure = find("#weights");
    if (!block.weights) {
      const why = make("p", { class: "quiet" }, block.why_no_weights);
      figure.replaceChildren(make("strong", {}, "Weights"), why);
      return;
    }
    const own = rows.weight(state.chosen, state.index);
    drawSpread(figure, block.weights, state.index, { title: "Weights", round, middle: 0,
      label: "weight, 1 is average", ticks: [-2, -1, 0, 1, 2], text: (power) => digits(10 ** power),
      own: Math.log10(own), ownText: Number.isFinite(own) ? digits(own) : "",
      isBad: (power) => power > 0, bad: "weigh more than average" });
  }

  function drawMargins(round) {
    const isNumber = block.margin_name === "residual";
    const title = isNumber ? "Residuals of all rows" : "Margins of all rows";
    find("#margins strong").textContent = title;
    const own = rows.margin(state.chosen, state.index);
    const { from, to } = block.margins.spread;
    drawSpread(find("#margins"), block.margins, state.index, { title, round, middle: 0,
      label: isNumber ? "predicted minus given" : "margin, below 0 is wrong",
      ticks: isNumber ? ticks(from, to, 4) : [-1, -0.5, 0, 0.5, 1], text: digits,
      own, ownText: Number.isFinite(own) ? rows.marginText(own) : "",
      isBad: (value) => value < 0,
      bad: isNumber ? "are predicted too low" : "have a margin below 0" });
  }

  function choose(row) {
    state.chosen = row;
    draw();
    find("#said").textContent = `Line ${localised(block.rows.line[row])} is shown.`;
  }

  function go(index) {
    state.index = Math.min(Math.max(index, 0), last);
    slider.value = state.index;
    draw();
  }

  slider.max = last;
  slider.value = last;
  slider.addEventListener("input", () => go(Number(slider.value)));
  table.addEventListener("click", (event) => {
    const line = event.target.closest("tr[data-row]");
    if (line) choose(Number(line.dataset.row));
  });
  table.addEventListener("keydown", (event) => {
    const line = event.target.closest("tr[data-row]");
    if (!line) return;
    const to = {
      ArrowDown: line.nextElementSibling,
      ArrowUp: line.previousElementSibling,
      Home: line.parentElement.firstElementChild,
      End: line.parentElement.lastElementChild,
    }[event.key];
    if (to) moveTo(line, to);
    else if (event.key === "Enter" || event.key === " ") choose(Number(line.dataset.row));
    else return;
    event.preventDefault();
  });
  const moveTo = (from, to) => {
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  };
  find("#more").addEventListener("click", () => {
    state.most += PAGE;
    draw();
  });
  find("#line").addEventListener("change", (event) => {
    const field = event.target;
    const row = block.rows.line.indexOf(Number(field.value.replace(/[^0-9]/g, "")));
    const isUnknown = row < 0 && field.value !== "";
    field.setCustomValidity(isUnknown ? "This line cannot be looked at here." : "");
    field.reportValidity();
    if (row < 0) return;
    state.which = find("#which").value = "all";
    const place = ordered(block, rows, state).indexOf(row);
    state.most = Math.max(state.most, PAGE * Math.ceil((place + 1) / PAGE));
    choose(row);
    lineOf(row).scrollIntoView({ block: "nearest" });
  });
  const groups = [...new Set(block.curves.map((curve) => curve.group))];
  choices(find("#curves select"), groups.map((own) => [own, own]), "group");
  choices(find("#order"), [["known", "as known at this round"], ["suspicion", "suspicion"],
    ...(block.weights ? [["weight", "weight at this round"]] : []),
    ["margin", `${block.margin_name} at this round`]], "order");
  const isDecided = block.rows.decision.some(Boolean);
  choices(find("#which"), [["all", "all that are here"],
    ...(isDecided ? [["decided", "decided"]] : []),
    ...(block.margin_name === "margin" ? [["against", "wrong at this round"]] : [])], "which");
  player(find("#play"), () => state.index, last, go);

  function choices(select, options, name) {
    select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
    select.hidden = options.length < 2;
    select.addEventListener("change", () => {
      state[name] = select.value;
      state.most = PAGE;
      list.scrollTop = 0;
      draw();
    });
  }

  drawHead(table, block);
  state.chosen = block.rows.at.findIndex((at) => at >= 0); // the first row that has a path
  find("#live").hidden = false;
  document.documentElement.classList.add("is-live");
  draw();
}

// Goes through the rounds in about ten seconds, from the start if it stands at the end.
function player(button, now, last, go) {
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button.textContent = "Play";
  };
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (now() === last) go(0);
    button.textContent = "Stop";
    const step = Math.max(1, Math.round(last / 100));
    timer = setInterval(() => {
      go(now() + step);
      if (now() === last) stop();
    }, 100);
  });
}

// Where a browser cannot unpack the block, the page stays as it was written.
if (find("#block") && "DecompressionStream" in window) live(await readBlock(find("#block")));
