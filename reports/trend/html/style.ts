/** What the trend page adds to the style of the report page. */
export const trendCss = `.banner h1{font-size:clamp(2rem,7vw,3.25rem)}
.banner svg{flex:none}
.strip{display:flex;flex-wrap:wrap;gap:3px;list-style:none;padding:0;margin:0 0 .75rem}
.strip a{display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:4px;background:var(--none-tint)}
.strip .good{background:var(--good-tint)}
.strip .bad{background:var(--bad-tint)}
.strip .unclear{background:var(--unclear-tint)}
.place+.place{margin-top:2rem}
.place .scroll{margin:.5rem 0}
.place td{white-space:nowrap}
.place thead th{white-space:normal}
.place h3 .badge{font-size:inherit;margin-right:.25rem}
.place th a{display:block}
.place caption:empty{display:none}
.intro{max-width:48rem;margin-bottom:1.5rem}
.trends{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:2.5rem 3rem;align-items:start}
.trends figure{min-width:0}
.trends figure:has([open]){grid-column:1/-1}
.trends h3{margin-bottom:.25rem}
.runs a,.clauses a{display:inline-block;min-height:1.5rem}
.runs th,.runs td{white-space:nowrap}
.reasons td:last-child{white-space:normal;min-width:16rem}
.chart .band{fill:var(--mark);opacity:.22}
.chart .band-high{fill:var(--mark-high)}
.chart .band-slow{fill:var(--mark-slow)}
.chart .change{stroke:var(--bad);stroke-width:1.25;stroke-dasharray:2 2.5}
.chart .level{stroke:var(--ink);stroke-width:1.25}
.chart .spread{stroke:var(--mark);stroke-width:1.5;opacity:.55}
.chart .shares{stroke:var(--ink);stroke-width:3.5;stroke-linecap:round}
.chart .hit{pointer-events:all}
.chart a:hover .hit{fill:var(--ink);opacity:.12}
.method p{max-width:48rem;margin-bottom:.75rem}
@media print{.strip a{width:1.1rem;height:1.1rem}.trends figure{grid-column:1/-1}}`;

/** By which the policy of the page allows this style and no other. */
export const trendCssHash = 'sha256-sBvl2+fj4MEd7eEqoIpDV0BBAwy32U/bm9BPRrEGKa4=';
