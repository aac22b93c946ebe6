/** A mouse has to go this far, a finger has to stay this long, before a press becomes a drag. */
const MOUSE_PX = 6
const FINGER_MS = 350
const FINGER_PX = 10
/** Within this distance of an edge what is dragged over scrolls. */
const EDGE_PX = 60
const SCROLL_PX = 14

export interface Point {
  x: number
  y: number
}

export interface Dragging {
  /** The press has become a drag, at the point where it began. */
  begin(at: Point): void
  /** The pointer is elsewhere, or what lies under it has been scrolled. */
  move(to: Point): void
  /** Let go; not called when the drag was given up. */
  drop(at: Point): void
  /** The drag is over, whichever way; comes before `drop`. */
  end(): void
  /** What scrolls when the pointer comes near its edges. */
  scroller?(): Element | null
}

let isPressed = false

/**
 * Begins to watch a pointer that went down. One way for mouse, pen and finger: a drag begins when a mouse has gone some
 * way or a finger has rested; Escape gives it up; the click after it opens nothing.
 */
export function watchPress(event: PointerEvent, dragging: Dragging): void {
  if (event.button !== 0 || isPressed) return
  isPressed = true
  const { pointerId, pointerType } = event
  const from = { x: event.clientX, y: event.clientY }
  let point = from
  let isDragging = false
  const timer = pointerType === 'touch' ? window.setTimeout(begin, FINGER_MS) : 0

  function begin() {
    isDragging = true
    navigator.vibrate?.(10)
    dragging.begin(from)
    dragging.move(point)
    requestAnimationFrame(scrollAtEdges)
  }
  function move(moved: PointerEvent) {
    if (moved.pointerId !== pointerId) return
    point = { x: moved.clientX, y: moved.clientY }
    const distance = Math.hypot(point.x - from.x, point.y - from.y)
    if (isDragging) dragging.move(point)
    else if (pointerType === 'touch' && distance > FINGER_PX) end()
    else if (pointerType !== 'touch' && distance > MOUSE_PX) begin()
  }
  function up(released: PointerEvent) {
    if (released.pointerId !== pointerId) return
    const wasDragging = isDragging
    end()
    if (wasDragging && released.type === 'pointerup') dragging.drop(point)
  }
  function cancelKey({ key }: KeyboardEvent) {
    if (key !== 'Escape') return
    const wasDragging = isDragging
    end()
    // The button is still down: the click comes when it is let go.
    if (wasDragging) addEventListener('pointerup', swallowClick, { capture: true, once: true })
  }
  // What lies under the finger must not scroll away with it.
  function hold(touch: TouchEvent) {
    if (isDragging) touch.preventDefault()
  }
  // A finger that rests on a link would open the browser's own menu.
  function noMenu(menu: Event) {
    if (timer) menu.preventDefault()
  }
  function end() {
    clearTimeout(timer)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', up)
    removeEventListener('keydown', cancelKey)
    removeEventListener('touchmove', hold)
    removeEventListener('contextmenu', noMenu)
    isPressed = false
    if (!isDragging) return
    isDragging = false
    swallowClick()
    dragging.end()
  }
  function scrollAtEdges() {
    if (!isDragging) return
    const element = dragging.scroller?.()
    if (element && scrollTowards(element, point)) dragging.move(point)
    requestAnimationFrame(scrollAtEdges)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', up)
  addEventListener('keydown', cancelKey)
  addEventListener('touchmove', hold, { passive: false })
  addEventListener('contextmenu', noMenu)
}

/** Whether it was scrolled. */
function scrollTowards(element: Element, point: Point): boolean {
  const box = element.getBoundingClientRect()
  const [left, top] = [beyond(point.x, box.left, box.right), beyond(point.y, box.top, box.bottom)]
  if (left === 0 && top === 0) return false
  const [x, y] = [element.scrollLeft, element.scrollTop]
  element.scrollBy({ left, top, behavior: 'instant' })
  return element.scrollLeft !== x || element.scrollTop !== y
}

function beyond(at: number, low: number, high: number): number {
  if (at < low + EDGE_PX) return -SCROLL_PX
  return at > high - EDGE_PX ? SCROLL_PX : 0
}

/** What was dragged is not opened by the click that ends it. */
function swallowClick() {
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

function swallow(click: MouseEvent) {
  click.preventDefault()
  click.stopPropagation()
}
