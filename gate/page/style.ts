/** One look for all providers, light and dark, from a small phone to a wide screen. */
export const STYLE: string = `
:root {
  color-scheme: light dark;
  --paper: #f4f5f8; --card: #fff; --ink: #14171f; --quiet: #596070; --line: #e2e5ec; --brand: #3454d1;
  --brand-ink: #fff; --wash: #eef1fc; --bad: #b3261e; --bad-wash: #fdeceb; --good: #12703f;
  --shadow: 0 1px 2px rgb(20 23 31 / .06), 0 12px 40px rgb(20 23 31 / .08);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1016; --card: #171a23; --ink: #eef0f6; --quiet: #a0a7b8; --line: #2a2f3c; --brand: #8ea5ff;
    --brand-ink: #0e1016; --wash: #1f2536; --bad: #ffb4ab; --bad-wash: #3a1d1c; --good: #7bd8a3;
    --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 12px 40px rgb(0 0 0 / .35);
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%; max-width: 430px; background: var(--card); border: 1px solid var(--line); border-radius: 20px;
  padding: 24px 28px 18px; box-shadow: var(--shadow); text-align: center;
}
.mark {
  width: 52px; height: 52px; margin: 0 auto 12px; border-radius: 15px; display: grid; place-items: center;
  background: var(--wash); color: var(--brand);
}
h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.015em; text-wrap: balance; }
.intro { margin: 0 0 20px; color: var(--quiet); text-wrap: pretty; }
fieldset { margin: 0 0 20px; padding: 4px; border: 1px solid var(--line); border-radius: 13px; display: flex; gap: 4px; background: var(--paper); }
legend, .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
fieldset label { flex: 1; position: relative; }
fieldset input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
fieldset span { display: block; padding: 8px 10px; border-radius: 9px; font-weight: 600; font-size: .9375rem; color: var(--quiet); }
fieldset input:checked + span { background: var(--card); color: var(--ink); box-shadow: 0 1px 3px rgb(20 23 31 / .16); }
fieldset input:focus-visible + span, .button:focus-visible, .plain:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.plate { width: fit-content; max-width: 100%; margin: 0 auto 14px; overflow: hidden; background: #fff; border: 1px solid var(--line); border-radius: 16px; }
.plate svg { display: block; max-width: 100%; height: auto; }
.codeless .plate, .codeless .scan, .codeless .hint, .codeless [data-showcode] { display: none; }
.scan { margin: 0 0 2px; font-weight: 600; }
.hint { margin: 0 0 8px; color: var(--quiet); font-size: .9375rem; }
.button {
  display: block; width: 100%; padding: 13px 18px; border: 0; border-radius: 13px; background: var(--brand);
  color: var(--brand-ink); font: inherit; font-weight: 650; text-decoration: none; cursor: pointer;
}
.button:hover { filter: brightness(1.06); }
.button.second { background: var(--wash); color: var(--ink); }
.row { display: flex; gap: 10px; }
.plain { padding: 8px 10px; border: 0; border-radius: 9px; background: none; color: var(--brand); font: inherit; font-size: .9375rem; text-decoration: none; cursor: pointer; }
.plain:hover { text-decoration: underline; }
.status { display: flex; gap: 10px; align-items: center; justify-content: center; margin: 14px 0 0; min-height: 24px; color: var(--quiet); font-size: .9375rem; }
.status.done { color: var(--good); font-weight: 600; }
.spinner { flex: none; width: 16px; height: 16px; border-radius: 50%; border: 2px solid var(--line); border-top-color: var(--brand); animation: turn .9s linear infinite; }
.done .spinner { display: none; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 4s; } }
.problem { margin: 20px 0 0; padding: 14px 16px; border-radius: 13px; background: var(--bad-wash); color: var(--bad); font-size: .9375rem; }
.problem p { margin: 0 0 10px; }
.problem .button { padding: 9px 16px; background: none; border: 1px solid; color: inherit; }
.warning { margin: 14px 0 0; padding-top: 14px; border-top: 1px solid var(--line); color: var(--quiet); font-size: .8125rem; text-wrap: pretty; }
.framed body { padding: 0; background: var(--card); }
.framed main { border: 0; box-shadow: none; }
/* Where there is room, the code stands beside the words, as large as it can be. */
@media (min-width: 860px) {
  main:has(.plate) {
    max-width: 920px; padding: 36px 40px; display: grid; grid-template: repeat(7, auto) 1fr / minmax(0, 1fr) minmax(0, 434px);
    column-gap: 48px; text-align: left;
  }
  main:has(.plate) > * { grid-column: 1; }
  main:has(.plate) > section { grid-column: 2; grid-row: 1 / -1; text-align: center; align-self: center; }
  main:has(.plate) > fieldset { text-align: center; }
  main:has(.plate) > .mark { margin-left: 0; }
  main:has(.plate) > .status { justify-content: start; }
  main:has(.plate) > .warning { grid-row: 8; align-self: end; }
}
/* A phone cannot scan its own screen: there the link comes first and the code on request. */
.phone { display: none; }
@media (pointer: coarse) and (max-width: 640px) {
  .phone { display: block; }
  .desk { display: none; }
  .showcode .desk { display: block; }
  .showcode .phone { display: none; }
  body { padding: 0; place-items: stretch; background: var(--card); }
  main { max-width: none; border: 0; border-radius: 0; box-shadow: none; padding: 40px 24px 24px; display: flex; flex-direction: column; }
  .warning { margin-top: auto; }
}
`
