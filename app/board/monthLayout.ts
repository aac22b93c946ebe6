import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import type { Forecast } from '@portico/crm/sales/deals/app/forecast'
import { call } from '../api/call.ts'
import { type Chosen, chosenQuery, probabilityIn } from './chosen.ts'
import { DEAL_CARDS } from './dealCards.tsx'
import type { BoardLayout, BoardPlace } from './layout.ts'
import { lastDayOf, monthName, monthOf, monthsFrom } from './months.ts'

export const MONTHS_SHOWN = 4

/** A column for each month, before them what should have closed earlier, after them what has no day. */
export function monthLayout(chosen: Chosen, from: string): BoardLayout {
  const query = `${chosenQuery(chosen)}&pipeline_id=${chosen.pipelineId}&from=${from}`
  return {
    kind: DEAL_CARDS,
    name: `months from ${from} of ${chosen.pipelineId}`,
    async read(limit) {
      const { data } = await call<Forecast>(`GET /app/api/forecast?${query}&months=${MONTHS_SHOWN}&limit=${limit}`)
      const columns = data.columns.map(({ month, won_count, won_value, ...column }) => ({
        ...column,
        key: month,
        won: { count: won_count, value: won_value },
      }))
      return { currency: data.currency, columns }
    },
    async readCards(key, start, limit) {
      const page = `month=${key}&start=${start}&limit=${limit}`
      return (await call<BoardCard[]>(`GET /app/api/forecast/cards?${query}&${page}`)).data
    },
    keyOf: (card: BoardCard) => monthOf(card.expected_close_date, from),
    moved: (card: BoardCard, key) => ({ ...card, expected_close_date: dayIn(key) }),
    change: key => ({
      fields: { expected_close_date: dayIn(key) },
      words: key === 'none' ? 'to no closing date' : `to ${monthName(key)}`,
    }),
    probabilityOf: (card: BoardCard) => probabilityIn(card, card.stage_id),
  }
}

/** Nothing can be moved to days that have passed. */
export function monthPlaces(pipelineId: number, from: string): BoardPlace[] {
  return [...monthsFrom(from, MONTHS_SHOWN), 'none'].map(key => ({
    key,
    title: key === 'none' ? 'No closing date' : monthName(key),
    fields: { pipeline_id: pipelineId, ...(key !== 'none' && { expected_close_date: dayIn(key) }) },
  }))
}

/** Whoever says a month means by its end. */
function dayIn(key: string): string | null {
  return key === 'none' ? null : lastDayOf(key)
}
