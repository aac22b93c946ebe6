import { useEffect, useLayoutEffect } from 'preact/hooks'
import { revealRow } from '../parts/visibleRows.ts'
import { inPanel } from '../record/panel.ts'
import { cardKind, columns } from './boardStore.ts'
import { CARD_HEIGHT } from './cardHeight.ts'
import type { AnyCard } from './cardKind.ts'
import type { Column } from './columns.ts'

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
    const element = elementOf(id)
    if (element) element.focus()
    else if (frames > 0) focusWhenDrawn(id, frames - 1)
  })
}

/**
 * Keeps the focus on its card wherever the card is drawn: an element that goes to another column or place loses it. When
 * the card has left the board, the one that came into its place has it.
 */
export function useKeptFocus(shown: readonly Column[]): void {
  useEffect(() => {
    addEventListener('focusin', keepInMind)
    addEventListener('pointerdown', forget, { capture: true })
    return () => {
      removeEventListener('focusin', keepInMind)
      removeEventListener('pointerdown', forget, { capture: true })
      forget()
    }
  }, [])
  useLayoutEffect(giveBackFocus, [shown])
}

interface FocusedPlace {
  id: number
  column: number
  row: number
}

/** The card that has the focus, or lost it because it is drawn elsewhere. */
let kept: FocusedPlace | undefined

function keepInMind({ target }: FocusEvent): void {
  // What is opened for a card gives the focus back to it.
  if (!(target instanceof HTMLElement) || target.closest('.menu, dialog')) return
  kept = placeOfCard(Number(target.closest<HTMLElement>('[data-card]')?.dataset.card))
}

function forget(): void {
  kept = undefined
}

function giveBackFocus(): void {
  if (!kept) return
  kept = placeOfCard(kept.id) ?? cardInPlaceOf(kept)
  focusKeptCard()
}

/** At once, so that no key is lost between; a column that became longer draws its last cards a frame later. */
function focusKeptCard(frames = 10): void {
  const hasLostFocus = document.activeElement === document.body || document.activeElement === null
  if (!kept || !hasLostFocus) return
  const element = elementOf(kept.id)
  if (element) element.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusKeptCard(frames - 1))
}

function cardInPlaceOf({ column, row }: FocusedPlace): FocusedPlace | undefined {
  const cards = columns.value[column]?.cards ?? []
  const card = cards[Math.min(row, cards.length - 1)]
  return card && placeOfCard(card.id)
}

function placeOfCard(id: number): FocusedPlace | undefined {
  for (const [column, { cards }] of columns.value.entries()) {
    const row = cards.findIndex(card => card?.id === id)
    if (row !== -1) return { id, column, row }
  }
  return undefined
}

function elementOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.board [data-card="${id}"]`)
}

function placeOfFocus(): { column: number; row: number } {
  if (kept) return kept
  const firstWithCards = columns.value.findIndex(each => each.cards.length > 0)
  return { column: Math.max(0, firstWithCards), row: -1 }
}

function reveal(list: Element | null, place: number): void {
  revealRow(list, place, CARD_HEIGHT)
}
