/** Behind `:where`, so that any rule of the application for `.gate-dialog` wins. */
export const DIALOG_STYLE: string = `
:where(.gate-dialog) {
  color-scheme: light dark; box-sizing: border-box; width: min(960px, 100vw - 16px); height: min(680px, 100dvh - 16px);
  max-width: none; max-height: none; padding: 0; border: 1px solid light-dark(#e2e5ec, #2a2f3c); border-radius: 16px;
  overflow: hidden; background: light-dark(#fff, #171a23); color: light-dark(#14171f, #eef0f6);
  font: 15px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
:where(.gate-dialog[open]) { display: flex; flex-direction: column; }
:where(.gate-dialog)::backdrop { background: rgb(10 12 18 / .55); }
:where(.gate-dialog > div) {
  display: flex; justify-content: space-between; align-items: center; gap: 8px; padding: 6px 8px;
  border-bottom: 1px solid light-dark(#e2e5ec, #2a2f3c);
}
:where(.gate-dialog > div > *) {
  min-height: 44px; box-sizing: border-box; padding: 11px 12px; border: 0; border-radius: 9px; background: none; font: inherit;
  font-weight: 600; color: light-dark(#3454d1, #8ea5ff); text-decoration: none; cursor: pointer;
}
:where(.gate-dialog > div > *):hover { text-decoration: underline; }
:where(.gate-dialog > div > *):focus-visible { outline: 3px solid currentColor; outline-offset: -3px; }
:where(.gate-dialog > iframe) { flex: 1; width: 100%; min-height: 0; border: 0; }
`
