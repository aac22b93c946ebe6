import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { batch, computed, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { newRequestId, sendEach } from '../store/together.ts'
import { offerUndo } from '../store/undo.ts'
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
    currency.value = read.currency
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

async function loadPage(key: string, start: number): Promise<void> {
  const asked = layout.value
  const page = `${generation.value}/${key}/${start}`
  if (!asked || loaded.has(page)) return
  loaded.add(page)
  try {
    const cards = await asked.readCards(key, start, PAGE)
    if (layout.value === asked)
      stored.value = stored.value.map(column => (column.key === key ? withPage(column, start, cards) : column))
  } catch (error) {
    loaded.delete(page)
    tellProblem(error)
  }
}

const loaded = new Set<string>()

/** Moves a card at once, and back when the server refuses. */
export async function moveCard(card: BoardCard, to: string): Promise<void> {
  const asked = layout.value
  if (!asked || asked.keyOf(card) === to) return
  const { fields, words } = asked.change(to)
  await change(card, to, fields, `Moved “${card.title}” ${words}`)
}

/** The column that a card is in. */
export function placeOf(card: BoardCard): string | undefined {
  return layout.value?.keyOf(card)
}

export async function moveCards(cards: readonly BoardCard[], to: string): Promise<void> {
  const asked = layout.value
  if (asked) await changeCards(cards, asked.change(to).fields, to)
}

export function winCard(card: BoardCard): Promise<void> {
  return change(card, undefined, { status: 'won' }, `Won “${card.title}”`)
}

export function loseCard(card: BoardCard, reason: string): Promise<void> {
  return change(card, undefined, { status: 'lost', ...(reason && { lost_reason: reason }) }, `Lost “${card.title}”`)
}

export function deleteCard(card: BoardCard): Promise<void> {
  return keep(card, undefined, `Deleted “${card.title}”`, requestId =>
    call(`DELETE /v2/deals/${card.id}`, { requestId }),
  )
}

/** The server makes the lead a moment later, out of the deal with all that belongs to it. */
export function makeLead(card: BoardCard): Promise<void> {
  const leave = { id: card.id, card, to: undefined }
  return keepAll(
    [leave],
    `Made “${card.title}” a lead`,
    () => call(`POST /v2/deals/${card.id}/convert/lead`),
    text => void tell(text),
  )
}

function change(card: BoardCard, to: string | undefined, fields: object, text: string): Promise<void> {
  return keep(card, to, text, requestId => call(`PATCH /v2/deals/${card.id}`, { body: fields, requestId }))
}

/** Changes several cards as one thing that can be undone. */
export function changeCards(
  cards: readonly BoardCard[],
  fields: object,
  to: string | undefined | 'stays',
): Promise<void> {
  const text = `Changed ${cards.length} deals`
  return keepAll(to === 'stays' ? [] : cards.map(card => ({ id: card.id, card, to })), text, requestId =>
    sendEach(cards, 'deals', requestId, card => call(`PATCH /v2/deals/${card.id}`, { body: fields, requestId })),
  )
}

export function deleteCards(cards: readonly BoardCard[]): Promise<void> {
  return keepAll(
    cards.map(card => ({ id: card.id, card, to: undefined })),
    `Deleted ${cards.length} deals`,
    requestId => sendEach(cards, 'deals', requestId, card => call(`DELETE /v2/deals/${card.id}`, { requestId })),
  )
}

function keep(card: BoardCard, to: string | undefined, text: string, send: Sender): Promise<void> {
  return keepAll([{ id: card.id, card, to }], text, send)
}

type Sender = (requestId: string) => Promise<unknown>

/** Shows changes before they are sent; a refusal takes them back and says why. */
async function keepAll(
  changes: readonly Pending[],
  text: string,
  send: Sender,
  sayDone: (text: string, requestId: string) => void = offerUndo,
): Promise<void> {
  const requestId = newRequestId()
  pending.value = [...pending.value, ...changes]
  try {
    await send(requestId)
    for (const change of changes) confirmed.add(change)
    sayDone(text, requestId)
    await refresh()
  } catch (error) {
    pending.value = pending.value.filter(each => !changes.includes(each))
    tellProblem(error)
    if (changes.length !== 1) await refresh()
  }
}

/** Changes that the server has made, and that the next reading will show. */
const confirmed = new WeakSet<Pending>()
