export interface Opened {
  path: string
  label: string
}

const MOST_KEPT = 10

/** Records that were looked at in this browser, the latest first. */
export function recentlyOpened(): Opened[] {
  try {
    return JSON.parse(localStorage.getItem('opened') ?? '[]')
  } catch {
    return []
  }
}

export function rememberOpened(opened: Opened): void {
  const others = recentlyOpened().filter(({ path }) => path !== opened.path)
  localStorage.setItem('opened', JSON.stringify([opened, ...others].slice(0, MOST_KEPT)))
}
