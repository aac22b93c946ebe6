import { signal } from '@preact/signals'

export interface Toast {
  id: number
  text: string
  /** A reminder stays until somebody answers it. */
  kind: 'done' | 'problem' | 'reminder'
  /** What a button on it does, such as Undo. */
  action?: ToastAction | undefined
  /** Further buttons. */
  more?: readonly ToastAction[] | undefined
}

export interface ToastAction {
  label: string
  run: () => void
}

export const toasts = signal<readonly Toast[]>([])

/** Long enough to read and to reach for the button. */
const SHOWN_MS = { done: 10_000, problem: 15_000, reminder: Infinity }
const MOST_SHOWN = 3

let last = 0

/** Says what happened at the edge of the screen, and to those who listen to it. */
export function tell(text: string, { kind = 'done', action, more }: Partial<Omit<Toast, 'id' | 'text'>> = {}): number {
  const id = ++last
  const reminders = toasts.value.filter(toast => toast.kind === 'reminder')
  const others = toasts.value.filter(toast => toast.kind !== 'reminder')
  const toast = { id, text, kind, action, more }
  toasts.value =
    kind === 'reminder' ? [...reminders, toast, ...others] : [...reminders, ...[...others, toast].slice(-MOST_SHOWN)]
  if (SHOWN_MS[kind] !== Infinity) setTimeout(() => dismiss(id), SHOWN_MS[kind])
  return id
}

export function tellProblem(error: unknown): void {
  tell(error instanceof Error ? error.message : String(error), { kind: 'problem' })
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id)
}
