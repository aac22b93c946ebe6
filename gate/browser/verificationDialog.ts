import { DIALOG_STYLE } from './dialogStyle.ts'

export interface DialogTexts {
  /** What a screen reader calls the dialog. Default `Identity check`. */
  title: string
  /** Default `Cancel`. */
  cancel: string
  /** For pages whose policy forbids frames. Default `Open in a new window`. */
  newWindow: string
}

const ENGLISH: DialogTexts = { title: 'Identity check', cancel: 'Cancel', newWindow: 'Open in a new window' }

/** A dialog that is open, and how many calls wait for it. */
interface OpenDialog {
  verified: Promise<boolean>
  close(verified: boolean): void
  waiting: number
  /** Since when the page is shown. */
  shownAt: number
  showAnew(): void
}

/** By the address of the page: two gates of a site are two questions. */
const openDialogs = new Map<string, OpenDialog>()

/** When the visitor was last verified by a dialog here. */
const verifiedAt = new Map<string, number>()

/** Whether the visitor is verified in the end; false when the dialog was closed. Rejects when the call is aborted. */
export async function verifiedInDialog(
  page: string,
  sentAt: number,
  signal: AbortSignal,
  texts: Partial<DialogTexts>,
): Promise<boolean> {
  signal.throwIfAborted()
  // A call that was on its way when another one's dialog ended needs no dialog of its own.
  if ((verifiedAt.get(page) ?? Number.NEGATIVE_INFINITY) > sentAt) return true
  const dialog = openDialogs.get(page) ?? openDialog(page, { ...ENGLISH, ...texts })
  // Sent before the page was shown, without the cookie of its session, it was answered with the cookie of another one.
  if (sentAt < dialog.shownAt && dialog.waiting > 0) dialog.showAnew()
  dialog.waiting += 1
  try {
    return await unlessAborted(dialog.verified, signal)
  } finally {
    dialog.waiting -= 1
    if (dialog.waiting === 0) dialog.close(false)
  }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function openDialog(page: string, texts: DialogTexts): OpenDialog {
  const { dialog, frame, cancel } = dialogElements(page, texts)
  const { pathname } = new URL(page)
  // Heard from the frame, and from the page in a window or tab of its own.
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('gate') : undefined
  let settle = (_: boolean) => {}
  const verified = new Promise<boolean>(resolve => {
    settle = resolve
  })

  function close(isVerified: boolean): void {
    if (openDialogs.get(page) !== opened) return
    openDialogs.delete(page)
    if (isVerified) verifiedAt.set(page, performance.now())
    window.removeEventListener('message', heard)
    channel?.close()
    // Gives the focus back to where it was.
    dialog.close()
    dialog.remove()
    settle(isVerified)
  }

  const heard = ({ source, origin, data }: MessageEvent) => {
    if (origin !== location.origin || data?.gate !== pathname) return
    if (data.type === 'verified') close(true)
    if (data.type === 'cancelled' && source === frame.contentWindow) close(false)
  }

  const opened: OpenDialog = {
    verified,
    close,
    waiting: 0,
    shownAt: performance.now(),
    showAnew() {
      opened.shownAt = performance.now()
      frame.src = page
    },
  }
  openDialogs.set(page, opened)
  window.addEventListener('message', heard)
  channel?.addEventListener('message', heard)
  cancel.addEventListener('click', () => close(false))
  // Escape, and whatever else a browser takes for "close this".
  dialog.addEventListener('cancel', () => close(false))
  dialog.addEventListener('close', () => close(false))
  document.body.append(dialog)
  dialog.showModal()
  return opened
}

/** Made by script alone, without attributes of style: a strict policy of the application lets that pass. */
function dialogElements(page: string, texts: DialogTexts) {
  addStyle()
  const dialog = document.createElement('dialog')
  dialog.className = 'gate-dialog'
  dialog.setAttribute('aria-label', texts.title)
  const frame = document.createElement('iframe')
  frame.title = texts.title
  frame.src = page
  const newWindow = document.createElement('a')
  newWindow.textContent = texts.newWindow
  newWindow.href = page
  newWindow.target = '_blank'
  const cancel = document.createElement('button')
  cancel.type = 'button'
  cancel.textContent = texts.cancel
  const bar = document.createElement('div')
  bar.append(newWindow, cancel)
  dialog.append(bar, frame)
  return { dialog, frame, cancel }
}

let style: CSSStyleSheet | undefined

function addStyle(): void {
  if (style) return
  style = new CSSStyleSheet()
  style.replaceSync(DIALOG_STYLE)
  document.adoptedStyleSheets.push(style)
}
