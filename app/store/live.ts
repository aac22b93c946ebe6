/** Called when records of these kinds have changed, here or at somebody else's; a few changes at once are one call. */
export function onChanges(kinds: readonly string[], told: () => Promise<void>): () => void {
  const listener: Listener = { kinds, told, due: 0 }
  listeners.add(listener)
  listen()
  return () => {
    listeners.delete(listener)
    clearTimeout(listener.due)
  }
}

interface Listener {
  kinds: readonly string[]
  told: () => Promise<void>
  due: number
}

const listeners = new Set<Listener>()
/** Changes of one moment are shown together. */
const TOGETHER_MS = 200

/** Tells whoever is on screen that something of a kind has changed. */
export function changed(kind: string): void {
  for (const listener of listeners) {
    if (listener.due || !(kind === '*' || listener.kinds.includes(kind))) continue
    listener.due = window.setTimeout(() => {
      listener.due = 0
      // What cannot be read now is read again with the next change, or when the connection is back.
      listener.told().catch(() => {})
    }, TOGETHER_MS)
  }
}

let stream: EventSource | undefined

/** One stream for everything on screen. The browser opens it again when it breaks, and says what it has seen last. */
function listen(): void {
  if (stream) return
  stream = new EventSource('/v2/changes/stream')
  stream.addEventListener('change', event => changed(JSON.parse(event.data).item))
  // Rights were given or taken, or the session has ended: everything on screen is asked for again.
  for (const name of ['access_changed', 'end']) stream.addEventListener(name, () => changed('*'))
  stream.addEventListener('error', () => {
    if (stream?.readyState !== EventSource.CLOSED) return
    // The server does not know the place any more, or takes no more streams; the browser does not try again by itself.
    stream = undefined
    setTimeout(() => {
      if (listeners.size === 0 || document.visibilityState === 'hidden') return
      listen()
      changed('*')
    }, AGAIN_MS)
  })
}

const AGAIN_MS = 5_000

// A tab in the background needs no stream; what it missed is read when it is looked at again.
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') {
    stream?.close()
    stream = undefined
  } else {
    listen()
    changed('*')
  }
})
