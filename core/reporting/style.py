"""How the report looks: on wide and narrow screens, light, dark, and on paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1c2126; --quiet: #59636e; --line: #d5d9de; --shade: #f5f6f7;
  --accent: #1f5fbf; --bar: #9dbde8; --warm: #7a1b12; --warm-shade: #fdecea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #1a1d21; --text: #e8eaed; --quiet: #a3adb8; --line: #3b424a; --shade: #22262b;
    --accent: #8ab8f5; --bar: #36537a; --warm: #ffd9d4; --warm-shade: #4a1f1b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 62rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: break-word;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p, ul, ol { margin: .5rem 0; max-width: 44rem; }
ul, ol { padding-left: 1.25rem; }
li { margin: .2rem 0; }
section { margin-top: 2.5rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
a { color: var(--accent); }
.quiet, caption, figcaption, dt { color: var(--quiet); font-size: .875rem; }
.lead { font-size: 1.15rem; line-height: 1.5; margin: 1.25rem 0 1rem; }
.note { background: var(--warm-shade); color: var(--warm); padding: .6rem .9rem;
  border-radius: 6px; }
nav { margin-top: 1rem; font-size: .9rem; }
nav a { display: inline-block; padding: .2rem 1.1rem .2rem 0; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
  gap: .9rem 1.5rem; margin: 1rem 0; }
dl div { min-width: 0; }
dd { margin: 0; }
.figures dl { grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); }
.figures dd { font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; margin: 1rem 0; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; min-width: 100%; font-size: .9rem; }
caption { text-align: left; padding: 0 0 .4rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0;
  border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--quiet); white-space: nowrap; border-bottom-width: 2px; }
tbody th { font-weight: 600; }
th.number:first-child { width: 1%; }
td.text { min-width: 15rem; }
time { white-space: nowrap; }
article { margin: 1rem 0; padding-left: .9rem; border-left: 3px solid var(--bar);
  font-size: .9rem; }
article p, article ul { margin: .25rem 0; max-width: none; }
.suspect { font-size: 1rem; }
.suspect .quiet { display: inline-block; margin-left: .75rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.inner { padding-left: 1.25rem; font-weight: 400; display: inline-block; }
.changed { font-weight: 600; color: var(--accent); }
.bar { display: block; min-width: 6rem; height: .7rem; margin-top: .45rem;
  background: linear-gradient(var(--bar), var(--bar)) no-repeat left / var(--share) 100%,
    var(--shade); border-radius: 2px; print-color-adjust: exact; }
figure { margin: 1.25rem 0 2rem; }
figure img { display: block; width: 100%; height: auto; background: #fff;
  border: 1px solid var(--line); border-radius: 6px; }
figcaption { margin-top: .4rem; max-width: 44rem; }
figcaption strong { display: block; color: var(--text); }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono",
  monospace; font-size: .82rem; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: 6px;
  padding: 1rem; margin: 1rem 0; overflow-x: auto; line-height: 1.45; tab-size: 4;
  user-select: all; -webkit-user-select: all; }
.sum { word-break: break-all; }
footer { margin-top: 3rem; color: var(--quiet); font-size: .875rem; }
@media (max-width: 36rem) {
  body { padding: 1.25rem 1rem 3rem; }
  h1 { font-size: 1.5rem; }
  dl, .figures dl { grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
  .suspect .quiet { display: block; margin-left: 0; }
}
@media print {
  :root {
    --page: #ffffff; --text: #000000; --quiet: #444444; --line: #bbbbbb; --shade: #f3f3f3;
    --accent: #000000; --bar: #999999; --warm: #000000; --warm-shade: #f3f3f3;
  }
  @page { margin: 18mm 16mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  section { margin-top: 1.5rem; padding-top: 1rem; }
  h2, h3, caption { break-after: avoid; }
  figure { margin: .75rem 0 1rem; }
  figure img { width: auto; max-width: 100%; max-height: 92mm; }
  figure, tr, article, dl div { break-inside: avoid; }
  thead { display: table-header-group; }
  .scroll, pre { overflow: visible; }
  td.text { min-width: 0; }
  pre { white-space: pre-wrap; word-break: break-word; font-size: 8pt; }
  table { font-size: 8.5pt; }
}
"""
