import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { signal } from '@preact/signals'

/** A card on its way, and the place it is over. */
export const dragged = signal<BoardCard | undefined>(undefined)
export const target = signal<DropTarget | undefined>(undefined)

export type DropTarget = { column: string } | { outcome: Outcome }
export type Outcome = 'won' | 'lost' | 'lead' | 'delete'

/** A mouse has to go this far, a finger has to stay this long, before a press becomes a drag. */
const MOUSE_PX = 6
const FINGER_MS = 350
const FINGER_PX = 10
/** Within this distance of an edge the board scrolls. */
const EDGE_PX = 60
const SCROLL_PX = 14

interface Press {
  card: BoardCard
  element: HTMLElement
  pointer: number
  x: number
  y: number
  timer: number
}

let press: Press | undefined
let ghost: HTMLElement | undefined
let point = { x: 0, y: 0 }

/**
 * Begins to watch a pointer that went down on a card. One way for mouse, pen and finger; `drop` is told where the card
 * was let go, if that was anywhere.
 */
export function watchPress(
  event: PointerEvent,
  card: BoardCard,
  drop: (card: BoardCard, at: DropTarget) => void,
): void {
  if (event.button !== 0 || press) return
  const element = event.currentTarget as HTMLElement
  press = { card, element, pointer: event.pointerId, x: event.clientX, y: event.clientY, timer: 0 }
  point = { x: event.clientX, y: event.clientY }
  if (event.pointerType === 'touch') press.timer = window.setTimeout(begin, FINGER_MS)

  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== press?.pointer) return
    point = { x: moved.clientX, y: moved.clientY }
    const distance = Math.hypot(point.x - press.x, point.y - press.y)
    if (dragged.value) follow()
    else if (moved.pointerType === 'touch' && distance > FINGER_PX) end()
    else if (moved.pointerType !== 'touch' && distance > MOUSE_PX) begin()
  }
  const up = (released: PointerEvent) => {
    if (released.pointerId !== press?.pointer) return
    const at = released.type === 'pointerup' ? target.value : undefined
    const moved = dragged.value
    end()
    if (moved && at) drop(moved, at)
  }
  const cancelKey = (key: KeyboardEvent) => {
    if (key.key === 'Escape') end()
  }
  // The list under the finger must not scroll away with the card.
  const hold = (touch: TouchEvent) => {
    if (dragged.value) touch.preventDefault()
  }
  // A finger that rests on a link would open the browser's own menu.
  const noMenu = (menu: Event) => {
    if (press?.timer) menu.preventDefault()
  }
  // The click that follows a drag opens nothing.
  const swallow = (click: MouseEvent) => {
    click.preventDefault()
    click.stopPropagation()
  }
  const end = () => {
    clearTimeout(press?.timer)
    if (dragged.value) {
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    }
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', up)
    removeEventListener('keydown', cancelKey)
    removeEventListener('touchmove', hold)
    removeEventListener('contextmenu', noMenu)
    ghost?.remove()
    ghost = undefined
    press = undefined
    dragged.value = undefined
    target.value = undefined
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', up)
  addEventListener('keydown', cancelKey)
  addEventListener('touchmove', hold, { passive: false })
  addEventListener('contextmenu', noMenu)
}

function begin(): void {
  if (!press) return
  const { element, card } = press
  const box = element.getBoundingClientRect()
  ghost = element.cloneNode(true) as HTMLElement
  ghost.classList.add('ghost')
  ghost.removeAttribute('id')
  ghost.style.width = `${box.width}px`
  ghost.style.left = `${box.left - press.x}px`
  ghost.style.top = `${box.top - press.y}px`
  document.body.append(ghost)
  dragged.value = card
  navigator.vibrate?.(10)
  follow()
  requestAnimationFrame(scrollAtEdges)
}

/** Moves what is seen without drawing anything anew. */
function follow(): void {
  if (!ghost) return
  ghost.style.transform = `translate(${point.x}px, ${point.y}px)`
  const under = document.elementFromPoint(point.x, point.y)
  const next = targetAt(under)
  if (keyOf(next) !== keyOf(target.value)) target.value = next
}

function targetAt(under: Element | null): DropTarget | undefined {
  const outcome = under?.closest<HTMLElement>('[data-outcome]')?.dataset.outcome
  if (outcome) return { outcome: outcome as Outcome }
  const column = under?.closest<HTMLElement>('[data-column][data-drops=true]')?.dataset.column
  return column ? { column } : undefined
}

function keyOf(at: DropTarget | undefined): string {
  return at ? JSON.stringify(at) : ''
}

function scrollAtEdges(): void {
  if (!dragged.value) return
  const board = document.querySelector('.board')
  if (board) {
    const { left, right } = board.getBoundingClientRect()
    if (point.x < left + EDGE_PX) board.scrollLeft -= SCROLL_PX
    if (point.x > right - EDGE_PX) board.scrollLeft += SCROLL_PX
    follow()
  }
  requestAnimationFrame(scrollAtEdges)
}
