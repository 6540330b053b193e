// Elements, scales and colours: what every drawing of the page needs. Text is always set as text.
const SVG = "http://www.w3.org/2000/svg";
// Viridis, in eighths.
const VIRIDIS = [
  [68, 1, 84], [71, 45, 123], [59, 82, 139], [44, 114, 142], [33, 145, 141],
  [39, 173, 129], [93, 200, 99], [170, 220, 50], [253, 231, 37],
];
const CLASS_COLOURS = 6; // --class-0 and so on in the style: Okabe & Ito 2008

function make(kind, attributes = {}, ...children) {
  return filled(document.createElement(kind), attributes, children);
}

function shape(kind, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, kind), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A text from the data: its direction of writing does not turn what follows.
const foreign = (text) => make("bdi", {}, text);

const scale = (from, to, start, end) => (value) =>
  start + ((value - from) / (to - from || 1)) * (end - start);

function viridis(share) {
  const place = Math.min(Math.max(share, 0), 1) * (VIRIDIS.length - 1);
  const below = Math.min(Math.floor(place), VIRIDIS.length - 2);
  const mixed = VIRIDIS[below].map((part, at) =>
    Math.round(part + (place - below) * (VIRIDIS[below + 1][at] - part)));
  return `rgb(${mixed.join(" ")})`;
}

// Round numbers between two, about so many.
function ticks(from, to, wanted = 4) {
  const rough = (to - from) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.999);
  const found = [];
  for (let at = Math.ceil(from / step - 1e-9); at <= to / step + 1e-9; at++) {
    found.push(at * step + 0);
  }
  return found;
}

// A number with three telling digits, with their zeros if asked, without powers of ten if it can.
function digits(value, zeros = false) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
  const places = Math.max(0, 2 - Math.floor(Math.log10(size)));
  return localised(value, zeros ? places : 0, places);
}

// A number with so many decimals; making a format takes longer than using it.
const formats = {};
function localised(value, least = 0, most = 0) {
  const decimals = { minimumFractionDigits: least, maximumFractionDigits: most };
  formats[[least, most]] ??= new Intl.NumberFormat("en", decimals);
  return formats[[least, most]].format(value);
}

const percent = (share) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : "–");

// A number as exact as its steps are.
function exact(value, step) {
  if (!Number.isFinite(value)) return "–";
  const places = Math.max(0, Math.ceil(-Math.log10(step)));
  return localised(value, places, places);
}
