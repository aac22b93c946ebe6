const COLUMNS = 6
/** As many as the gesture scrolls past. */
const CARDS = 110

/**
 * A board that does nothing: columns of cards as a server would write them, without a script but for a dialog that a key
 * opens. No board can be drawn faster by the same browser, so it is what the web app's frames are held against.
 */
export function plainBoard(): string {
  const card = (nr: number) =>
    `<a class="card" data-card="${nr}" href="#"><b>Deal ${nr}</b><span>Organization ${nr}</span><i>$${nr * 37}</i></a>`
  const column = `<section><h2>Stage</h2><div class="column-cards">${Array.from({ length: CARDS }, (_, nr) => card(nr)).join('')}</div></section>`
  return `<!doctype html><title>Plain</title><style>
body { margin: 0; display: flex; gap: 10px; height: 100vh; font: 14px system-ui }
section { flex: 1; display: flex; flex-direction: column; background: #eee }
.column-cards { flex: 1; overflow-y: auto; contain: strict; padding: 0 8px }
.card { display: grid; height: 96px; margin-bottom: 8px; padding: 9px; border: 1px solid #ccc; border-radius: 8px; background: #fff; contain: size layout style }
</style>${column.repeat(COLUMNS)}<dialog><input></dialog><script>
const dialog = document.querySelector('dialog')
addEventListener('keydown', event => {
  if (event.key !== 'k' || !event.ctrlKey) return
  event.preventDefault()
  dialog.showModal()
})
</script>`
}
