import { signal } from '@preact/signals'
import { type Point, watchPress } from '../parts/press.ts'
import type { AnyCard } from './cardKind.ts'

/** A card on its way, and the place it is over. */
export const dragged = signal<AnyCard | undefined>(undefined)
export const target = signal<DropTarget | undefined>(undefined)

export const isDragging = () => dragged.peek() !== undefined

export type DropTarget = { column: string } | { outcome: string }

/** Begins to watch a pointer that went down on a card; `drop` is told where the card was let go, if that was anywhere. */
export function watchCard(event: PointerEvent, card: AnyCard, drop: (card: AnyCard, at: DropTarget) => void): void {
  const element = event.currentTarget as HTMLElement
  let ghost: HTMLElement | undefined
  let over: DropTarget | undefined
  let soon = 0
  watchPress(event, {
    begin(at) {
      ghost = ghostOf(element, at)
      // The places to drop it come with the next frame: in one with the ghost they would hold it up.
      soon = requestAnimationFrame(() => {
        dragged.value = card
      })
    },
    move(to) {
      // Looked for before anything moves: after that the browser would lay out the page first.
      over = targetAt(document.elementFromPoint(to.x, to.y))
      // Moves what is seen without drawing anything anew.
      if (ghost) ghost.style.transform = `translate(${to.x}px, ${to.y}px)`
      if (ghost && !ghost.isConnected) document.body.append(ghost)
      if (keyOf(over) !== keyOf(target.value)) target.value = over
    },
    end() {
      cancelAnimationFrame(soon)
      ghost?.remove()
      dragged.value = undefined
      target.value = undefined
    },
    drop() {
      if (over) drop(card, over)
    },
    scroller: () => document.querySelector('.board'),
  })
}

function ghostOf(element: HTMLElement, { x, y }: Point): HTMLElement {
  const box = element.getBoundingClientRect()
  const ghost = element.cloneNode(true) as HTMLElement
  ghost.classList.add('ghost')
  ghost.removeAttribute('id')
  ghost.style.width = `${box.width}px`
  ghost.style.left = `${box.left - x}px`
  ghost.style.top = `${box.top - y}px`
  return ghost
}

function targetAt(under: Element | null): DropTarget | undefined {
  const outcome = under?.closest<HTMLElement>('[data-outcome]')?.dataset.outcome
  if (outcome) return { outcome }
  const column = under?.closest<HTMLElement>('[data-column][data-drops=true]')?.dataset.column
  return column ? { column } : undefined
}

function keyOf(at: DropTarget | undefined): string {
  return at ? JSON.stringify(at) : ''
}
