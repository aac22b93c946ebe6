import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isOverlayOpen } from '../parts/overlay.tsx'

/** What a key does on the screen that is shown. The table of `?` and the handlers are this list. */
export interface KeyBinding {
  /** As people write it: `c`, `Ctrl+K`, `g d` for one after the other. */
  keys: string
  text: string
  run: () => void
}

interface KeyGroup {
  title: string
  bindings: readonly KeyBinding[]
  /** What lies over a screen has its keys first, whichever came later. */
  isAbove: boolean
}

const groups = signal<readonly KeyGroup[]>([])

export const keyTable = groups

/** Binds keys while a component is on screen; the latest to come wins. */
export function useKeys(title: string, bindings: readonly KeyBinding[], { isAbove = false } = {}): void {
  useEffect(() => {
    const group = { title, bindings, isAbove }
    groups.value = [...groups.value, group].toSorted((a, b) => Number(a.isAbove) - Number(b.isAbove))
    return () => {
      groups.value = groups.value.filter(each => each !== group)
    }
  }, [title, bindings])
}

/** The first of two keys, while the second is awaited. */
let begun = ''
let begunAt = 0
const TOGETHER_MS = 1_000

export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isTyping(event)) return
  const key = nameOf(event)
  const bindings = groups.value.toReversed().flatMap(group => group.bindings)
  const sequence = performance.now() - begunAt < TOGETHER_MS && begun ? `${begun} ${key}` : key
  const found = bindings.find(each => each.keys === sequence) ?? bindings.find(each => each.keys === key)
  begun = ''
  if (found) {
    event.preventDefault()
    found.run()
  } else if (bindings.some(each => each.keys.startsWith(`${key} `))) {
    begun = key
    begunAt = performance.now()
  }
}

/** Keys belong to whoever types or has to answer, and those that press a button to the button; Ctrl+K works everywhere. */
function isTyping({ target, ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if ((key === 'Enter' || key === ' ') && target.closest('button, a[href], summary, input')) return true
  if (!isOverlayOpen() && !target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]'))
    return false
  return !((ctrlKey || metaKey) && key.toLowerCase() === 'k')
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? (ctrlKey || metaKey ? key.toUpperCase() : key) : key
  return ctrlKey || metaKey ? `Ctrl+${shiftKey ? 'Shift+' : ''}${name}` : name
}
