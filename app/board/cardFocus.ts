import { revealRow } from '../parts/visibleRows.ts'
import { inPanel } from '../record/panel.ts'
import { cardKind, columns } from './boardStore.ts'
import { CARD_HEIGHT } from './cardHeight.ts'
import type { AnyCard } from './cardKind.ts'

/** The card that keys act on: the one with the focus or in the panel that has it, else the one under the pointer. */
export function focusedCard(): { card: AnyCard; element: HTMLElement } | undefined {
  const element =
    document.activeElement?.closest<HTMLElement>('[data-card]') ??
    document.activeElement?.closest<HTMLElement>('.panel') ??
    document.querySelector<HTMLElement>('[data-card]:hover')
  const id = element?.dataset.card === undefined ? recordInPanel() : Number(element.dataset.card)
  const card = columns.value.flatMap(column => column.cards).find(each => each?.id === id)
  return element && card ? { card, element } : undefined
}

function recordInPanel(): number | undefined {
  const open = inPanel.value
  return open && open.kind === cardKind.value?.name ? Number(open.id) : undefined
}

/** Scrolls the board so that a card is seen. */
export function revealCard(id: number): void {
  const column = columns.value.find(each => each.cards.some(card => card?.id === id))
  const element = document.querySelector(`[data-column="${column?.key}"]`)
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  reveal(element?.querySelector('.column-cards') ?? null, column?.cards.findIndex(card => card?.id === id) ?? 0)
}

/** Takes the focus to a card beside the focused one; to the first one when there is none. */
export function stepFocus(right: number, down: number): void {
  const { column, row } = placeOfFocus()
  const shown = columns.value
  let next = column
  do next += right
  while (right !== 0 && shown[next] && shown[next]?.cards.length === 0)
  const cards = shown[next]?.cards ?? []
  const place = Math.max(0, Math.min(cards.length - 1, row + down))
  const card = cards[place]
  if (!card) return
  const list = document.querySelector(`[data-column="${shown[next]?.key}"] .column-cards`)
  reveal(list, place)
  focusWhenDrawn(card.id)
}

/** A card that was out of view is drawn with one of the next frames. */
function focusWhenDrawn(id: number, frames = 10): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(`[data-card="${id}"]`)
    if (element) element.focus()
    else if (frames > 0) focusWhenDrawn(id, frames - 1)
  })
}

function placeOfFocus(): { column: number; row: number } {
  const id = Number(document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card)
  const column = columns.value.findIndex(each => each.cards.some(card => card?.id === id))
  if (column === -1)
    return {
      column: Math.max(
        0,
        columns.value.findIndex(each => each.cards.length > 0),
      ),
      row: -1,
    }
  return { column, row: columns.value[column]?.cards.findIndex(card => card?.id === id) ?? 0 }
}

function reveal(list: Element | null, place: number): void {
  revealRow(list, place, CARD_HEIGHT)
}
