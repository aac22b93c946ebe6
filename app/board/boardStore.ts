import { batch, computed, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { newRequestId, sendEach } from '../store/together.ts'
import { offerUndo } from '../store/undo.ts'
import type { AnyCard } from './cardKind.ts'
import { type Column, columnsOf, type Pending, withPage, withPending } from './columns.ts'
import type { BoardLayout } from './layout.ts'

/** Cards of a column that are asked for at a time. */
const PAGE = 50

const layout = signal<BoardLayout | undefined>(undefined)
const stored = signal<readonly Column[]>([])
const pending = signal<readonly Pending[]>([])

export const currency = signal('USD')
export const isLoading = signal(true)
/** Counts the readings of the board: what was loaded beyond the first page of a column is to be loaded again. */
export const generation = signal(0)
/** What the cards of the board stand for. */
export const cardKind = computed(() => layout.value?.kind)
/** The board as it is shown: what the server said, and over it what it has not confirmed yet. */
export const columns = computed(() =>
  layout.value ? withPending(stored.value, pending.value, layout.value) : stored.value,
)

/** Shows a board; when only other deals of it are asked for, the former ones stay on screen until those are there. */
export async function showBoard(next: BoardLayout): Promise<void> {
  if (layout.value?.name !== next.name) {
    isLoading.value = true
    stored.value = []
    pending.value = []
  }
  layout.value = next
  await refresh()
}

/** Reads the board anew: sums, and the cards of every column that were on screen. */
export async function refresh(): Promise<void> {
  const asked = layout.value
  if (!asked) return
  const reading = ++readings
  const settled = pending.value.filter(each => confirmed.has(each))
  const read = await asked.read(PAGE)
  // A later question is on its way, and its answer is the one to show.
  if (reading !== readings || layout.value !== asked) return
  batch(() => {
    if (read.currency) currency.value = read.currency
    stored.value = columnsOf(read.columns, stored.value)
    generation.value++
    loaded.clear()
    pending.value = pending.value.filter(each => !settled.includes(each))
    isLoading.value = false
  })
}

let readings = 0

/** Loads the cards of a column that came into view, a page at a time; the first page came with the board. */
export function loadCards(key: string, from: number, to: number): void {
  for (let start = Math.floor(from / PAGE) * PAGE; start < to; start += PAGE) if (start > 0) void loadPage(key, start)
}

/** Those further down that were never read; what is there already is read again when it comes into view. */
export function loadGaps({ key, cards }: Column, from: number, to: number): void {
  const gap = cards.slice(0, to).indexOf(undefined, from)
  if (gap !== -1) loadCards(key, gap, to)
}

async function loadPage(key: string, start: number): Promise<void> {
  const asked = layout.value
  const reading = generation.value
  const page = `${reading}/${key}/${start}`
  if (!asked || loaded.has(page)) return
  loaded.add(page)
  try {
    const cards = await asked.readCards(key, start, PAGE)
    // The board was read again meanwhile: then its columns are shorter or longer, and the page is asked for again.
    if (layout.value === asked && generation.value === reading)
      stored.value = stored.value.map(column => (column.key === key ? withPage(column, start, cards) : column))
  } catch (error) {
    loaded.delete(page)
    tellProblem(error)
  }
}

const loaded = new Set<string>()

/** Moves a card at once, and back when the server refuses. */
export async function moveCard(card: AnyCard, to: string): Promise<void> {
  const asked = layout.value
  if (!asked || asked.keyOf(card) === to) return
  const { fields, words } = asked.change(to)
  await changeCard(card, to, fields, `Moved “${card.title}” ${words}`)
}

/** The column that a card is in. */
export function placeOf(card: AnyCard): string | undefined {
  return layout.value?.keyOf(card)
}

export async function moveCards(cards: readonly AnyCard[], to: string): Promise<void> {
  const asked = layout.value
  if (asked) await changeCards(cards, asked.change(to).fields, to)
}

export function deleteCard(card: AnyCard): Promise<void> {
  const pathOf = pathsNow()
  return keepCards([card], undefined, `Deleted “${card.title}”`, requestId =>
    call(`DELETE ${pathOf(card)}`, { requestId }),
  )
}

/** Changes a card, which goes to a column or, without one, leaves the board. */
export function changeCard(card: AnyCard, to: string | undefined, fields: object, text: string): Promise<void> {
  const pathOf = pathsNow()
  return keepCards([card], to, text, requestId => call(`PATCH ${pathOf(card)}`, { body: fields, requestId }))
}

/** Changes several cards as one thing that can be undone. */
export function changeCards(cards: readonly AnyCard[], fields: object, to: Destination): Promise<void> {
  const [many, pathOf] = [manyNow(), pathsNow()]
  const send = (requestId: string) =>
    sendEach(cards, many, requestId, card => call(`PATCH ${pathOf(card)}`, { body: fields, requestId }))
  return keepCards(cards, to, `Changed ${cards.length} ${many}`, send)
}

export function deleteCards(cards: readonly AnyCard[]): Promise<void> {
  const [many, pathOf] = [manyNow(), pathsNow()]
  return keepCards(cards, undefined, `Deleted ${cards.length} ${many}`, requestId =>
    sendEach(cards, many, requestId, card => call(`DELETE ${pathOf(card)}`, { requestId })),
  )
}

/** Where the server has the records of the cards; kept by whoever sends several calls, for the board may be another one by then. */
function pathsNow(): (card: AnyCard) => `/v2/${string}` {
  const path = cardKind.value?.path ?? '/v2/deals'
  return ({ id }) => `${path}/${id}`
}

function manyNow(): string {
  return cardKind.value?.many ?? 'cards'
}

type Sender = (requestId: string) => Promise<unknown>

/** The column that cards go to, 'stays' when each stays in its own; undefined when they leave the board. */
type Destination = string | undefined | 'stays'

/** Shows cards where they go before anything is sent; a refusal takes them back and says why. */
export async function keepCards(
  cards: readonly AnyCard[],
  to: Destination,
  text: string,
  send: Sender,
  sayDone: (text: string, requestId: string) => void = offerUndo,
): Promise<void> {
  const requestId = newRequestId()
  const changes = to === 'stays' ? [] : cards.map(card => ({ id: card.id, card, to }))
  pending.value = [...pending.value, ...changes]
  try {
    await afterEarlierChanges(cards, () => send(requestId))
  } catch (error) {
    pending.value = pending.value.filter(each => !changes.includes(each))
    tellProblem(error)
    if (changes.length !== 1) await refresh().catch(tellProblem)
    return
  }
  for (const change of changes) confirmed.add(change)
  sayDone(text, requestId)
  // What the server has done stays where it is shown, also when the board cannot be read now.
  await refresh().catch(tellProblem)
}

/** What somebody does to one card is sent in the order they did it: side by side the last wish might arrive first. */
function afterEarlierChanges(cards: readonly AnyCard[], send: () => Promise<unknown>): Promise<unknown> {
  const earlier = cards.map(({ id }) => sending.get(id))
  const sent = Promise.allSettled(earlier).then(send)
  for (const { id } of cards) sending.set(id, sent)
  void sent
    .catch(() => {})
    .then(() => {
      for (const { id } of cards) if (sending.get(id) === sent) sending.delete(id)
    })
  return sent
}

/** The last change of each card that the server has not answered yet. */
const sending = new Map<number, Promise<unknown>>()

/** Changes that the server has made, and that the next reading will show. */
const confirmed = new WeakSet<Pending>()
