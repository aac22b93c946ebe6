import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { LoseDialog } from '../parts/loseDialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { openPanel, usePanelList } from '../record/panel.ts'
import { useKeys } from '../shell/keys.ts'
import { query, refine } from '../shell/location.ts'
import { activeUsers, pipelines, stagesOf } from '../store/company.ts'
import { onChanges } from '../store/live.ts'
import { columns, isLoading, moveCard, refresh, showBoard } from './boardStore.ts'
import { BulkBar } from './bulkBar.tsx'
import { focusedCard, stepFocus } from './cardFocus.ts'
import { Column } from './column.tsx'
import { decide, lose, losing } from './dropCard.ts'
import { DropStrip } from './dropStrip.tsx'
import { boardInPanel, heldOf } from './panelCards.ts'
import { clearSelection, toggleSelected } from './selection.ts'

const SORTS = [
  ['next_activity', 'Next activity'],
  ['value', 'Value'],
  ['age', 'Age'],
  ['close_date', 'Closing date'],
  ['title', 'Title'],
] as const

/** The open deals of a pipeline, a column for each stage. */
export function Board() {
  const pipelineId = Number(query.value.get('pipeline')) || (pipelines.value[0]?.id ?? 0)
  const ownerId = Number(query.value.get('owner')) || undefined
  const filterId = Number(query.value.get('filter')) || undefined
  const sort = query.value.get('sort') ?? 'next_activity'
  const moving = useSignal<{ card: BoardCard; anchor: Element } | undefined>(undefined)
  useEffect(() => void showBoard({ pipelineId, ownerId, filterId, sort }), [pipelineId, ownerId, filterId, sort])
  useEffect(() => onChanges(['deal', 'activity', 'stage', 'pipeline'], refresh), [])
  usePanelList(boardInPanel)
  useKeys(
    'Board',
    useBoardKeys(at => (moving.value = at)),
  )

  return (
    <div class="board-screen">
      <header class="bar">
        <h1 class="hidden">Deals</h1>
        <select
          aria-label="Pipeline"
          value={pipelineId}
          onChange={event => refine({ pipeline: event.currentTarget.value }, { replace: false })}
        >
          {pipelines.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="Owner"
          value={ownerId ?? ''}
          onChange={event => refine({ owner: event.currentTarget.value || null })}
        >
          <option value="">Everyone</option>
          {activeUsers.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select aria-label="Sort by" value={sort} onChange={event => refine({ sort: event.currentTarget.value })}>
          {SORTS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </header>
      <div class="board" aria-busy={isLoading.value || undefined}>
        {stagesOf(pipelineId).map(stage => {
          const data = columns.value.find(column => column.stage_id === stage.id)
          return <Column key={stage.id} stage={stage} data={data ?? emptyColumn(stage.id)} />
        })}
      </div>
      {moving.value && (
        <Menu
          label={`Move ${moving.value.card.title}`}
          anchor={moving.value.anchor}
          close={() => (moving.value = undefined)}
          items={stagesOf(pipelineId).map(stage => ({
            label: stage.name,
            isCurrent: stage.id === moving.value?.card.stage_id,
            run: () => moving.value === undefined && movedCard && void moveCard(movedCard, stage.id),
          }))}
        />
      )}
      <DropStrip />
      <BulkBar stages={stagesOf(pipelineId)} />
      {losing.value && <LoseDialog title={losing.value.title} lose={lose} close={() => (losing.value = undefined)} />}
    </div>
  )
}

/** The card that the menu was opened for; the menu is gone when one of its items runs. */
let movedCard: BoardCard | undefined

function useBoardKeys(openMove: (at: { card: BoardCard; anchor: Element }) => void) {
  return useMemo(() => {
    const onCard = (act: (card: BoardCard, element: HTMLElement) => void) => () => {
      const focused = focusedCard()
      if (focused) act(focused.card, focused.element)
    }
    return [
      { keys: 'ArrowDown', text: 'Next card', run: () => stepFocus(0, 1) },
      { keys: 'ArrowUp', text: 'Card above', run: () => stepFocus(0, -1) },
      { keys: 'ArrowRight', text: 'Next stage', run: () => stepFocus(1, 0) },
      { keys: 'ArrowLeft', text: 'Stage before', run: () => stepFocus(-1, 0) },
      {
        keys: 'm',
        text: 'Move the card to a stage',
        run: onCard((card, anchor) => {
          movedCard = card
          openMove({ card, anchor })
        }),
      },
      { keys: 'x', text: 'Select the card', run: onCard(toggleSelected) },
      { keys: 'w', text: 'Mark the card as won', run: onCard(card => decide(card, 'won')) },
      { keys: 'l', text: 'Mark the card as lost', run: onCard(card => decide(card, 'lost')) },
      { keys: 'Delete', text: 'Delete the card', run: onCard(card => decide(card, 'delete')) },
      { keys: 'Enter', text: 'Open the card', run: onCard(card => openPanel('deal', card.id, heldOf(card))) },
      { keys: 'Escape', text: 'Select nothing', run: clearSelection },
    ]
  }, [])
}

function emptyColumn(stage_id: number) {
  return { stage_id, count: 0, value: null, weighted_value: null, not_converted: 0, cards: [] }
}
