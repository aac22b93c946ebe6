import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { Menu } from '../parts/menu.tsx'
import { openPanel, usePanelList } from '../record/panel.ts'
import { useKeys } from '../shell/keys.ts'
import { query } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { onChanges } from '../store/live.ts'
import { cardKind, columns, isLoading, moveCard, placeOf, refresh, showBoard } from './boardStore.ts'
import { BulkBar } from './bulkBar.tsx'
import { focusedCard, revealCard, stepFocus, useKeptFocus } from './cardFocus.ts'
import type { AnyCard, CardKind } from './cardKind.ts'
import { Column } from './column.tsx'
import type { Column as ColumnData } from './columns.ts'
import { DropStrip } from './dropStrip.tsx'
import type { BoardLayout, BoardPlace } from './layout.ts'
import { boardInPanel } from './panelCards.ts'
import { clearSelection, toggleSelected } from './selection.ts'

interface Props {
  layout: BoardLayout
  /** Every column, in its order. */
  titles: readonly { key: string; title: string }[]
  /** Those that cards can be moved to. */
  places: readonly BoardPlace[]
  /** Above the columns. */
  children: ComponentChildren
}

/** Columns of cards, whatever the columns stand for. */
export function BoardFrame({ layout, titles, places, children }: Props) {
  const { kind } = layout
  // What another screen has left in the store is nothing that this one can draw.
  const shown = cardKind.value === kind ? columns.value : []
  const moving = useSignal<{ card: AnyCard; anchor: Element } | undefined>(undefined)
  useEffect(() => void showBoard(layout).catch(tellProblem), [layout])
  useEffect(() => onChanges(kind.live, refresh), [kind])
  useEffect(() => clearSelection, [])
  useKeptFocus(shown)
  usePanelList(boardInPanel)
  useKeys(
    'Board',
    useBoardKeys(kind, at => (moving.value = at)),
  )
  return (
    <div class="board-screen">
      {children}
      <div class="board" style={{ '--columns': titles.length }} aria-busy={isLoading.value || undefined}>
        {titles.map(({ key, title }, nr) => (
          <Column
            key={key}
            kind={kind}
            title={title}
            data={shown.find(column => column.key === key) ?? emptyColumn(key)}
            place={places.find(place => place.key === key)}
            isAdding={nr === 0 && query.value.has('add')}
          />
        ))}
      </div>
      {moving.value && (
        <Menu
          label={`Move ${moving.value.card.title}`}
          anchor={moving.value.anchor}
          close={() => (moving.value = undefined)}
          items={places.map(({ key, title }) => ({
            label: title,
            isCurrent: moving.value !== undefined && key === placeOf(moving.value.card),
            run() {
              if (!movedCard) return
              void moveCard(movedCard, key)
              revealCard(movedCard.id)
            },
          }))}
        />
      )}
      <DropStrip kind={kind} />
      <BulkBar kind={kind} places={places} />
      {kind.Asking && <kind.Asking />}
    </div>
  )
}

/** The card that the menu was opened for; the menu is gone when one of its items runs. */
let movedCard: AnyCard | undefined

function useBoardKeys(kind: CardKind, openMove: (at: { card: AnyCard; anchor: Element }) => void) {
  return useMemo(() => {
    const onCard = (act: (card: AnyCard, element: HTMLElement) => void) => () => {
      const focused = focusedCard()
      if (focused) act(focused.card, focused.element)
    }
    return [
      { keys: 'ArrowDown', text: 'Next card', run: () => stepFocus(0, 1) },
      { keys: 'ArrowUp', text: 'Card above', run: () => stepFocus(0, -1) },
      { keys: 'ArrowRight', text: 'Next column', run: () => stepFocus(1, 0) },
      { keys: 'ArrowLeft', text: 'Column before', run: () => stepFocus(-1, 0) },
      {
        keys: 'm',
        text: 'Move the card to another column',
        run: onCard((card, anchor) => {
          movedCard = card
          openMove({ card, anchor })
        }),
      },
      { keys: 'x', text: 'Select the card', run: onCard(toggleSelected) },
      ...kind.outcomes.flatMap(({ name, key, text }) =>
        key && text ? [{ keys: key, text, run: onCard(card => kind.decide(card, name)) }] : [],
      ),
      { keys: 'Enter', text: 'Open the card', run: onCard(card => openPanel(kind.name, card.id, kind.held(card))) },
      { keys: 'Escape', text: 'Select nothing', run: clearSelection },
    ]
  }, [kind])
}

function emptyColumn(key: string): ColumnData {
  return { key, count: 0, value: null, weighted_value: null, not_converted: 0, cards: [] }
}
