import { restAfterReading, waitBeforeReading } from './rest.ts'

/** Called when records of these kinds have changed, here or at somebody else's; a few changes at once are one call. */
export function onChanges(kinds: readonly string[], told: () => Promise<void>): () => void {
  const listener: Listener = { kinds, told, due: 0, restsUntil: 0 }
  listeners.add(listener)
  follow()
  return () => {
    listeners.delete(listener)
    clearTimeout(listener.due)
  }
}

interface Listener {
  kinds: readonly string[]
  told: () => Promise<void>
  due: number
  restsUntil: number
}

const listeners = new Set<Listener>()
/** Tells whoever is on screen that something of a kind has changed. */
export function changed(kind: string): void {
  for (const listener of listeners) {
    if (listener.due || !(kind === '*' || listener.kinds.includes(kind))) continue
    const wait = waitBeforeReading(performance.now(), listener.restsUntil)
    listener.due = window.setTimeout(() => void readAnew(listener), wait)
  }
}

async function readAnew(listener: Listener): Promise<void> {
  listener.due = 0
  const begun = performance.now()
  // What cannot be read now is read again with the next change, or when the connection is back.
  await listener.told().catch(() => {})
  listener.restsUntil = restAfterReading(begun, performance.now())
}

/**
 * One stream for all tabs and windows of a browser, which allows only six connections to a server: the tab that holds
 * the lock reads the stream and tells the others. When it is closed, the next one takes its place.
 */
function follow(): void {
  if (isFollowing) return
  isFollowing = true
  const tabs = new BroadcastChannel(NAME)
  tabs.onmessage = ({ data }) => changed(data)
  const tellAll = (kind: string) => {
    changed(kind)
    tabs.postMessage(kind)
  }
  const asked = performance.now()
  const lead = () => {
    // What the former stream has told in all that time is not told again.
    if (performance.now() - asked > AT_ONCE_MS) place = undefined
    openStream(tellAll)
    return new Promise<never>(() => {})
  }
  if ('locks' in navigator) void navigator.locks.request(NAME, lead)
  else openWhileVisible(tellAll)
}

let isFollowing = false
const NAME = 'portico changes'
const AT_ONCE_MS = 1_000

/** What is on screen is no older than this place. */
export function tellFrom(cursor: string): void {
  place = cursor
}

let place: string | undefined
let stream: EventSource | undefined

/** Goes on behind the place where the page began. The browser opens it again when it breaks, and says what it has seen last. */
function openStream(tellAll: (kind: string) => void): void {
  if (stream) return
  stream = new EventSource(`/v2/changes/stream${place === undefined ? '' : `?cursor=${encodeURIComponent(place)}`}`)
  // From now on, whatever was before: all on screen may be older.
  if (place === undefined) stream.addEventListener('open', () => tellAll('*'), { once: true })
  stream.addEventListener('change', event => tellAll(JSON.parse(event.data).item))
  stream.addEventListener('settings_changed', event => {
    for (const item of JSON.parse(event.data).items) tellAll(item)
  })
  // Rights were given or taken, or the session has ended: everything on screen is asked for again.
  for (const name of ['access_changed', 'end']) stream.addEventListener(name, () => tellAll('*'))
  stream.addEventListener('error', () => {
    if (stream?.readyState !== EventSource.CLOSED) return
    // The server does not know the place any more, or takes no more streams; the browser does not try again by itself.
    closeStream()
    setTimeout(() => openStream(tellAll), AGAIN_MS)
  })
}

/** The next one begins anew. */
function closeStream(): void {
  stream?.close()
  stream = undefined
  place = undefined
}

const AGAIN_MS = 5_000

/** Over plain http from another machine a browser has no locks: there a tab in the background lets its stream go. */
function openWhileVisible(tellAll: (kind: string) => void): void {
  openStream(tellAll)
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') closeStream()
    else openStream(tellAll)
  })
}
