import { signal } from '@preact/signals'
import { type Point, watchPress } from '../parts/press.ts'
import type { AnyCard } from './cardKind.ts'

/** Whether a card is on its way, and the place it is over. */
export const isDragging = signal(false)
export const target = signal<DropTarget | undefined>(undefined)

export type DropTarget = { column: string } | { outcome: string }

/** Begins to watch a pointer that went down on a card; `drop` is told where the card was let go, if that was anywhere. */
export function watchCard(event: PointerEvent, card: AnyCard, drop: (card: AnyCard, at: DropTarget) => void): void {
  const element = event.currentTarget as HTMLElement
  let ghost: Ghost | undefined
  let over: DropTarget | undefined
  let soon = 0
  watchPress(event, {
    begin(at) {
      ghost = ghostOf(element, at)
      // The places to drop it come with the next frame: in one with the ghost they would hold it up.
      soon = window.setTimeout(() => {
        // Said by the element alone: every card on the board would look whether it is the one.
        element.dataset.moving = 'true'
        isDragging.value = true
      })
    },
    move(to) {
      over = targetAt(to)
      ghost?.move(to)
      if (keyOf(over) !== keyOf(target.value)) target.value = over
    },
    end() {
      clearTimeout(soon)
      ghost?.remove()
      delete element.dataset.moving
      isDragging.value = false
      target.value = undefined
    },
    drop() {
      if (over) drop(card, over)
    },
    scroller: () => document.querySelector('.board'),
  })
}

interface Ghost {
  move(to: Point): void
  remove(): void
}

/**
 * The card's likeness under the pointer, on a pane over the whole window: no card that the pointer passes is lit up, and
 * the browser does not look for one.
 */
function ghostOf(element: HTMLElement, { x, y }: Point): Ghost {
  const box = element.getBoundingClientRect()
  const likeness = element.cloneNode(true) as HTMLElement
  likeness.removeAttribute('style')
  const ghost = document.createElement('div')
  ghost.className = 'ghost'
  ghost.style.width = `${box.width}px`
  ghost.style.height = `${box.height}px`
  ghost.style.left = `${box.left - x}px`
  ghost.style.top = `${box.top - y}px`
  ghost.append(likeness)
  const pane = document.createElement('div')
  pane.className = 'drag-pane'
  pane.ariaHidden = 'true'
  pane.append(ghost)
  pane.addEventListener('wheel', scrollBelow, { passive: true })
  // Moved by an animation that stands still: for a style the browser would put together all cards of the board again.
  const carrying = new KeyframeEffect(ghost, null, { fill: 'both' })
  new Animation(carrying).pause()
  return {
    move(to) {
      carrying.setKeyframes({ transform: [`translate(${to.x}px, ${to.y}px)`] })
      if (!pane.isConnected) document.body.append(pane)
    },
    remove: () => pane.remove(),
  }
}

/** The wheel goes to what is under the pane. */
function scrollBelow({ clientX: x, clientY: y, deltaX: left, deltaY: top }: WheelEvent): void {
  document.querySelector('.board')?.scrollBy({ left })
  elementAt({ x, y }, '.column-cards')?.scrollBy({ top })
}

function targetAt(at: Point): DropTarget | undefined {
  const outcome = elementAt(at, '[data-shown=true] [data-outcome]')?.dataset.outcome
  if (outcome) return { outcome }
  const column = elementAt(at, '.board') && elementAt(at, '[data-column][data-drops=true]')?.dataset.column
  return column ? { column } : undefined
}

function elementAt({ x, y }: Point, selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(element => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return left <= x && x < right && top <= y && y < bottom
  })
}

function keyOf(at: DropTarget | undefined): string {
  return at ? JSON.stringify(at) : ''
}
