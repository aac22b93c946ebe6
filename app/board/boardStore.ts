import type { Board, BoardCard } from '@portico/crm/sales/deals/app/board'
import { batch, computed, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { pipelines, stages } from '../store/company.ts'
import { offerUndo } from '../store/undo.ts'
import { type Column, columnsOf, type Pending, withPage, withPending } from './columns.ts'

export interface BoardView {
  pipelineId: number
  ownerId: number | undefined
  filterId: number | undefined
  sort: string
}

/** Cards of a column that are asked for at a time. */
const PAGE = 50

const view = signal<BoardView | undefined>(undefined)
const stored = signal<readonly Column[]>([])
const pending = signal<readonly Pending[]>([])

export const currency = signal('USD')
export const isLoading = signal(true)
/** Counts the readings of the board: what was loaded beyond the first page of a column is to be loaded again. */
export const generation = signal(0)
/** The board as it is shown: what the server said, and over it what it has not confirmed yet. */
export const columns = computed(() => withPending(stored.value, pending.value, probabilityOf))

/** Shows a pipeline; the former board stays on screen until the new one is there. */
export async function showBoard(next: BoardView): Promise<void> {
  if (view.value?.pipelineId !== next.pipelineId) {
    isLoading.value = true
    stored.value = []
  }
  view.value = next
  await refresh()
}

/** Reads the board anew: sums, and the cards of every column that were on screen. */
export async function refresh(): Promise<void> {
  const asked = view.value
  if (!asked) return
  const reading = ++readings
  const settled = pending.value.filter(each => confirmed.has(each))
  const { data } = await call<Board>(
    `GET /app/api/board?${queryOf(asked)}&pipeline_id=${asked.pipelineId}&limit=${PAGE}`,
  )
  // A later question is on its way, and its answer is the one to show.
  if (reading !== readings || view.value !== asked) return
  batch(() => {
    currency.value = data.currency
    stored.value = columnsOf(data, stored.value)
    generation.value++
    loaded.clear()
    pending.value = pending.value.filter(each => !settled.includes(each))
    isLoading.value = false
  })
}

let readings = 0

/** Loads the cards of a column that came into view, a page at a time; the first page came with the board. */
export function loadCards(stageId: number, from: number, to: number): void {
  for (let start = Math.floor(from / PAGE) * PAGE; start < to; start += PAGE)
    if (start > 0) void loadPage(stageId, start)
}

async function loadPage(stageId: number, start: number): Promise<void> {
  const asked = view.value
  const key = `${generation.value}/${stageId}/${start}`
  if (!asked || loaded.has(key)) return
  loaded.add(key)
  try {
    const { data } = await call<BoardCard[]>(
      `GET /app/api/board/cards?${queryOf(asked)}&stage_id=${stageId}&start=${start}&limit=${PAGE}`,
    )
    if (view.value === asked)
      stored.value = stored.value.map(column => (column.stage_id === stageId ? withPage(column, start, data) : column))
  } catch (error) {
    loaded.delete(key)
    tellProblem(error)
  }
}

const loaded = new Set<string>()

/** Moves a card at once, and back when the server refuses. */
export async function moveCard(card: BoardCard, to: number): Promise<void> {
  if (card.stage_id === to) return
  const stage = stages.value.find(each => each.id === to)
  await change(card, to, { stage_id: to }, `Moved “${card.title}” to ${stage?.name ?? 'another stage'}`)
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

function change(card: BoardCard, to: number | undefined, fields: object, text: string): Promise<void> {
  return keep(card, to, text, requestId => call(`PATCH /v2/deals/${card.id}`, { body: fields, requestId }))
}

/** Changes several cards as one thing that can be undone. */
export function changeCards(
  cards: readonly BoardCard[],
  fields: object,
  to: number | undefined | 'stays',
): Promise<void> {
  const text = `Changed ${cards.length} deals`
  return keepAll(to === 'stays' ? [] : cards.map(card => ({ id: card.id, card, to })), text, requestId =>
    sendAll(cards, requestId, card => call(`PATCH /v2/deals/${card.id}`, { body: fields, requestId })),
  )
}

export function deleteCards(cards: readonly BoardCard[]): Promise<void> {
  return keepAll(
    cards.map(card => ({ id: card.id, card, to: undefined })),
    `Deleted ${cards.length} deals`,
    requestId => sendAll(cards, requestId, card => call(`DELETE /v2/deals/${card.id}`, { requestId })),
  )
}

/** One after the other: the first refusal ends it, and what was done until then can be undone. */
async function sendAll(
  cards: readonly BoardCard[],
  requestId: string,
  send: (card: BoardCard) => Promise<unknown>,
): Promise<void> {
  for (const [done, card] of cards.entries()) {
    try {
      await send(card)
    } catch (error) {
      if (done > 0) offerUndo(`Done for ${done} of ${cards.length} deals`, requestId)
      throw error
    }
  }
}

function keep(card: BoardCard, to: number | undefined, text: string, send: Sender): Promise<void> {
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
  const requestId = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
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

function queryOf({ ownerId, filterId, sort }: BoardView): string {
  const query = new URLSearchParams({ sort })
  if (ownerId) query.set('owner_id', String(ownerId))
  if (filterId) query.set('filter_id', String(filterId))
  return query.toString()
}

/** Its own, else that of the stage where the pipeline counts it. */
function probabilityOf(card: BoardCard, stageId: number): number {
  if (card.probability !== null) return card.probability
  const stage = stages.value.find(each => each.id === stageId)
  const pipeline = pipelines.value.find(each => each.id === stage?.pipeline_id)
  return pipeline?.is_deal_probability_enabled ? (stage?.deal_probability ?? 100) : 100
}
