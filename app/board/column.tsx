import type { Stage } from '@portico/crm/sales/stages/v2/shape'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { roundMoney } from '../parts/money.ts'
import { useRowsInView } from '../parts/visibleRows.ts'
import { currency, generation, loadCards } from './boardStore.ts'
import { Card } from './card.tsx'
import { CARD_HEIGHT } from './cardHeight.ts'
import type { Column as ColumnData } from './columns.ts'
import { target } from './drag.ts'
import { QuickAdd } from './quickAdd.tsx'

/** A stage with its deals. Of thousands only those in view are in the document. */
export function Column({ stage, data }: { stage: Stage; data: ColumnData }) {
  const list = useRef<HTMLDivElement>(null)
  const isAdding = useSignal(false)
  const { first, last } = useRowsInView(list, CARD_HEIGHT, data.cards.length)
  const now = generation.value
  useLayoutEffect(() => loadCards(stage.id, first, last), [stage.id, first, last, now])
  const isTarget = target.value && 'stage' in target.value && target.value.stage === stage.id

  return (
    <section class="column" data-stage={stage.id} data-target={isTarget} aria-label={stage.name}>
      <header class="column-head">
        <h2>{stage.name}</h2>
        <button
          type="button"
          class="round"
          aria-label={`Add a deal to ${stage.name}`}
          onClick={() => (isAdding.value = true)}
        >
          <Icon name="plus" />
        </button>
        <p>
          <span class="count">{data.count}</span>
          {data.value !== null && <span>{roundMoney(data.value, currency.value)}</span>}
          {data.weighted_value !== null && data.weighted_value !== data.value && (
            <span class="weighted" title="Weighted by probability">
              {roundMoney(data.weighted_value, currency.value)}
            </span>
          )}
          {data.not_converted > 0 && (
            <span title="No exchange rate is known for these">+ {data.not_converted} unknown</span>
          )}
        </p>
      </header>
      {isAdding.value && <QuickAdd stage={stage} close={() => (isAdding.value = false)} />}
      <div class="column-cards" ref={list}>
        <div class="column-space" style={{ height: `${data.cards.length * CARD_HEIGHT}px` }}>
          {data.cards.slice(first, last).map((card, nr) => {
            const top = (first + nr) * CARD_HEIGHT
            if (card) return <Card key={card.id} card={card} top={top} />
            return <div key={`gap ${first + nr}`} class="card card-gap" style={{ top: `${top}px` }} />
          })}
        </div>
      </div>
    </section>
  )
}
