import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { newSelection, type Selection } from '../parts/selection.ts'
import { query, refine } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { newRequestId } from '../store/together.ts'
import { nextAfter, type PendingItem, withPage, withPending } from './shownItems.ts'

/** Where the things of a list with a reading pane come from. */
export interface InboxSource<T extends { id: number | string }> {
  /** The parts of the address that decide what is listed and in which order, and how the server calls them. */
  view: Readonly<Record<string, string>>
  /** The name of one as the address has it. */
  idOf: (text: string) => T['id']
  readPage: (query: string) => Promise<{ items: readonly T[]; nextCursor: string | null }>
  /** One that a link led to and that is not on the list: archived, on a later page, or it does not fit. */
  readOne: (id: T['id']) => Promise<T | undefined>
}

/** A list beside what is read of it: leads, mail. */
export interface Inbox<T extends { id: number | string }> {
  /** Undefined while they are read for the first time. */
  items: ReadonlySignal<readonly T[] | undefined>
  selection: Selection<T>
  /** There are more than were read. */
  hasMore: ReadonlySignal<boolean>
  openId: ReadonlySignal<T['id'] | undefined>
  /** From the list or, when the list does not have it, by itself. */
  openItem: ReadonlySignal<T | undefined>
  /** What the server is asked for; what is open is no part of it. */
  viewQuery: ReadonlySignal<string>
  /** Shows what the address names. */
  show(): Promise<void>
  /** Reads the list anew, as far as it was read before, and what is open. */
  refresh(): Promise<void>
  /** Reads what is open by itself when the list does not have it. */
  readApart(): Promise<void>
  /** Reads on when the end of what is there comes into view. */
  readMore(): Promise<void>
  /** On a narrow screen what is open takes the place of the list; without `replace` one step back leads there again. */
  open(id: T['id'] | undefined, options?: { replace?: boolean }): void
  /** Shows changes before they are sent; a refusal takes them back and says why. */
  change(
    changes: readonly PendingItem<T>[],
    send: (requestId: string) => Promise<unknown>,
    done?: (requestId: string) => void,
  ): Promise<void>
  /** The same for those that leave the list: the next one is opened, nothing is selected. */
  leave(
    those: readonly T[],
    send: (requestId: string) => Promise<unknown>,
    done?: (requestId: string) => void,
  ): Promise<void>
  /** What keys and buttons act on: those that are selected, else the one that is open. */
  actedOn(): readonly T[]
}

/** What is asked for at a time, and the most that is read anew at once. */
const PAGE = 50
const MOST_AT_ONCE = 500

export function newInbox<T extends { id: number | string }>(source: InboxSource<T>): Inbox<T> {
  const stored = signal<readonly T[] | undefined>(undefined)
  const pending = signal<readonly PendingItem<T>[]>([])
  /** Changes that the server has made, and that the next reading will show. */
  const confirmed = new WeakSet<PendingItem<T>>()
  const apart = signal<T | undefined>(undefined)
  const selection = newSelection<T>()
  const nextCursor = signal<string | null>(null)
  let readings = 0
  let isReadingMore = false

  const items = computed(() => stored.value && withPending(stored.value, pending.value))
  const openId = computed(() => {
    const named = query.value.get('open')
    return named === null ? undefined : source.idOf(named)
  })
  const openItem = computed(() =>
    [...(items.value ?? []), ...(apart.value ? withPending([apart.value], pending.value) : [])].find(
      ({ id }) => id === openId.value,
    ),
  )
  const viewQuery = computed(() => {
    const asked = new URLSearchParams()
    for (const [name, parameter] of Object.entries(source.view)) {
      const value = query.value.get(name)
      if (value) asked.set(parameter, value)
    }
    return asked.toString()
  })

  async function readList(): Promise<void> {
    const view = viewQuery.value
    const reading = ++readings
    const settled = pending.value.filter(each => confirmed.has(each))
    const limit = Math.min(MOST_AT_ONCE, Math.max(PAGE, stored.value?.length ?? 0))
    const page = await source.readPage(`${view}&limit=${limit}`)
    if (reading !== readings || view !== viewQuery.value) return
    batch(() => {
      stored.value = page.items
      nextCursor.value = page.nextCursor
      pending.value = pending.value.filter(each => !settled.includes(each))
    })
  }

  async function readApart(): Promise<void> {
    const id = openId.value
    const isListed = items.value?.some(item => item.id === id)
    if (id === undefined || isListed !== false) return
    const found = await source.readOne(id)
    if (openId.value === id) apart.value = found
  }

  async function refresh(): Promise<void> {
    await readList()
    await readApart()
  }

  const inbox: Inbox<T> = {
    items,
    selection,
    hasMore: computed(() => nextCursor.value !== null),
    openId,
    openItem,
    viewQuery,
    refresh,
    readApart,
    async show() {
      stored.value = undefined
      selection.clear()
      await refresh()
    },
    async readMore() {
      const [view, cursor, reading] = [viewQuery.value, nextCursor.value, readings]
      if (!cursor || isReadingMore) return
      isReadingMore = true
      try {
        const page = await source.readPage(`${view}&limit=${PAGE}&cursor=${encodeURIComponent(cursor)}`)
        if (view !== viewQuery.value || reading !== readings) return
        stored.value = withPage(stored.value ?? [], page.items)
        nextCursor.value = page.nextCursor
      } catch (error) {
        tellProblem(error)
      } finally {
        isReadingMore = false
      }
    },
    open(id, { replace = true } = {}) {
      refine({ open: id ?? null }, { replace })
    },
    async change(changes, send, done) {
      const requestId = newRequestId()
      pending.value = [...pending.value, ...changes]
      try {
        await send(requestId)
        for (const each of changes) confirmed.add(each)
        done?.(requestId)
      } catch (error) {
        pending.value = pending.value.filter(each => !changes.includes(each))
        tellProblem(error)
      }
      await refresh().catch(tellProblem)
    },
    leave(those, send, done) {
      const next = nextAfter(items.value ?? [], openId.value, new Set(those.map(({ id }) => id)))
      if (next !== openId.value) inbox.open(next)
      selection.clear()
      return inbox.change(
        those.map(({ id }) => ({ id, to: undefined })),
        send,
        done,
      )
    },
    actedOn() {
      const chosen = selection.selected.value
      if (chosen.size > 0) return (items.value ?? []).filter(({ id }) => chosen.has(id))
      return openItem.value ? [openItem.value] : []
    },
  }
  return inbox
}
