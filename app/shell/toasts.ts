import { signal } from '@preact/signals'

export interface Toast {
  id: number
  text: string
  kind: 'done' | 'problem'
  /** What a button on it does, such as Undo. */
  action?: { label: string; run: () => void } | undefined
}

export const toasts = signal<readonly Toast[]>([])

/** Long enough to read and to reach for the button. */
const SHOWN_MS = { done: 10_000, problem: 15_000 }
const MOST_SHOWN = 3

let last = 0

/** Says what happened at the edge of the screen, and to those who listen to it. */
export function tell(text: string, { kind = 'done', action }: Partial<Omit<Toast, 'id' | 'text'>> = {}): number {
  const id = ++last
  toasts.value = [...toasts.value, { id, text, kind, action }].slice(-MOST_SHOWN)
  setTimeout(() => dismiss(id), SHOWN_MS[kind])
  return id
}

export function tellProblem(error: unknown): void {
  tell(error instanceof Error ? error.message : String(error), { kind: 'problem' })
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id)
}
