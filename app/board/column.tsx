import { signal, useComputed, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useDrawnRows } from '../parts/drawnRows.ts'
import { Icon } from '../parts/icon.tsx'
import { roundMoney } from '../parts/money.ts'
import { useRowsInView } from '../parts/visibleRows.ts'
import { currency, generation, loadCards, loadGaps } from './boardStore.ts'
import { CardGroup } from './cardGroup.tsx'
import { CARD_HEIGHT } from './cardHeight.ts'
import type { CardKind } from './cardKind.ts'
import type { Column as ColumnData } from './columns.ts'
import { isDragging, target } from './drag.ts'
import { groupRows } from './groupRows.ts'
import type { BoardPlace } from './layout.ts'

interface Props {
  kind: CardKind
  data: ColumnData
  title: string
  /** Where cards go that are dropped or added here; undefined where none can. */
  place: BoardPlace | undefined
  /** Begins with an open form. */
  isAdding: boolean
}

/** The column that the pointer came to last and stayed over: whoever scrolls scrolls this one. */
const reached = signal('')
let coming = 0
const STAYED_MS = 100
/** Cards that are drawn ahead of a scroll there. */
const AHEAD = 64

function comeTo(key: string) {
  clearTimeout(coming)
  coming = window.setTimeout(() => {
    if (!isDragging.value) reached.value = key
  }, STAYED_MS)
}

/** A stage, month or phase with its cards. Of thousands only those in view are in the document, and some more under the pointer. */
export function Column({ kind, data, title, place, isAdding: isOpen }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const isAdding = useSignal(isOpen)
  const count = data.cards.length
  const inView = useRowsInView(list, CARD_HEIGHT, count)
  const ahead = useComputed(() => (reached.value === data.key ? AHEAD : 0)).value
  const drawn = useDrawnRows({ inView, ahead, count }, () => isDragging.value)
  const { first, last } = inView
  const now = generation.value
  useLayoutEffect(() => loadCards(data.key, first, last), [data.key, first, last, now])
  useLayoutEffect(() => loadGaps(data, first, last + ahead), [data, first, last, ahead])
  // Given as it is, the signal changes the attribute, and no card is looked at.
  const isTarget = useComputed(() => target.value && 'column' in target.value && target.value.column === data.key)

  return (
    <section
      class="column"
      data-column={data.key}
      data-drops={place !== undefined}
      data-target={isTarget}
      onPointerEnter={() => comeTo(data.key)}
      aria-label={title}
    >
      <header class="column-head">
        <h2>{title}</h2>
        {place && (
          <button
            type="button"
            class="round"
            aria-label={`Add a ${kind.one} to ${title}`}
            onClick={() => (isAdding.value = true)}
          >
            <Icon name="plus" />
          </button>
        )}
        <p>
          <span class="count">{data.count}</span>
          {data.value !== null && <span>{roundMoney(data.value, currency.value)}</span>}
          {data.weighted_value !== null && data.weighted_value !== data.value && (
            <span class="weighted" title="Weighted by probability">
              {roundMoney(data.weighted_value, currency.value)}
            </span>
          )}
          {data.won && data.won.count > 0 && (
            <span class="won-sum" title={`${data.won.count} won in this month`}>
              <Icon name="trophy" />
              {data.won.value === null ? data.won.count : roundMoney(data.won.value, currency.value)}
              <span class="hidden"> won</span>
            </span>
          )}
          {data.not_converted > 0 && (
            <span title="No exchange rate is known for these">+ {data.not_converted} unknown</span>
          )}
        </p>
      </header>
      <div class="column-body">
        {isAdding.value && place && <kind.QuickAdd place={place} close={() => (isAdding.value = false)} />}
        <div class="column-cards" ref={list}>
          <div class="column-space" style={{ height: `${count * CARD_HEIGHT}px` }}>
            {groupRows(Math.min(first, drawn.first), Math.max(last, drawn.last)).map(group => (
              <CardGroup
                key={group.start}
                kind={kind}
                cards={data.cards}
                start={group.start}
                first={group.first}
                last={group.last}
                drawnFirst={Math.max(group.first, drawn.first)}
                drawnLast={Math.min(group.last, drawn.last)}
              />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
