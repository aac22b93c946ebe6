import { effect, signal } from '@preact/signals'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Kept in this browser: a screen by the window wants another one than a laptop at night. */
export const theme = signal<Theme>(stored())

effect(() => {
  document.documentElement.dataset.theme = theme.value
  localStorage.setItem('theme', theme.value)
})

function stored(): Theme {
  const kept = localStorage.getItem('theme')
  return THEMES.find(each => each === kept) ?? 'system'
}
