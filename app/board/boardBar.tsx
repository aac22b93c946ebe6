import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { Menu } from '../parts/menu.tsx'
import { OwnerSelect } from '../parts/ownerSelect.tsx'
import { useKeys } from '../shell/keys.ts'
import { query, refine } from '../shell/location.ts'
import { pipelines } from '../store/company.ts'
import { CardFields } from './cardFields.tsx'
import type { Chosen } from './chosen.ts'
import { DEAL_CARDS } from './dealCards.tsx'
import { DealViews } from './dealViews.tsx'
import { FilterPicker } from './filterPicker.tsx'

const SORTS = [
  ['next_activity', 'Next activity'],
  ['value', 'Value'],
  ['age', 'Age'],
  ['close_date', 'Closing date'],
  ['title', 'Title'],
] as const

const DEALS = { type: 'deals', object: 'deal', many: 'Deals' } as const

/** What the address says about a board. */
export function useChosen(usualSort: string): Chosen {
  const pipelineId = Number(query.value.get('pipeline')) || (pipelines.value[0]?.id ?? 0)
  const ownerId = Number(query.value.get('owner')) || undefined
  const filterId = Number(query.value.get('filter')) || undefined
  const sort = query.value.get('sort') ?? usualSort
  return useMemo(() => ({ pipelineId, ownerId, filterId, sort }), [pipelineId, ownerId, filterId, sort])
}

/** Which deals are shown and how; all of it is in the address. */
export function BoardBar({ chosen, children }: { chosen: Chosen; children?: ComponentChildren }) {
  const pipeline = useRef<HTMLSelectElement>(null)
  const isChoosing = useSignal(false)
  const choosePipeline = (id: number) => refine({ pipeline: id }, { replace: false })
  useKeys(
    'Which deals',
    useMemo(() => [{ keys: 'p', text: 'Choose the pipeline', run: () => (isChoosing.value = true) }], []),
  )
  return (
    <header class="bar">
      <h1 class="hidden">Deals</h1>
      <DealViews />
      <select
        ref={pipeline}
        aria-label="Pipeline"
        value={chosen.pipelineId}
        onChange={event => choosePipeline(Number(event.currentTarget.value))}
      >
        {pipelines.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {isChoosing.value && pipeline.current && (
        <Menu
          label="Pipeline"
          anchor={pipeline.current}
          close={() => (isChoosing.value = false)}
          items={pipelines.value.map(({ id, name }) => ({
            label: name,
            isCurrent: id === chosen.pipelineId,
            run: () => choosePipeline(id),
          }))}
        />
      )}
      <OwnerSelect chosen={chosen.ownerId} />
      <FilterPicker of={DEALS} chosen={chosen} />
      <select aria-label="Sort by" value={chosen.sort} onChange={event => refine({ sort: event.currentTarget.value })}>
        {SORTS.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <CardFields kind={DEAL_CARDS} />
      {children}
    </header>
  )
}
