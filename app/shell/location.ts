import { computed, signal } from '@preact/signals'

/** The address on screen. Every state that one may want to return to or to send to somebody is in it. */
const address = signal(new URL(location.href))

export const path = computed(() => address.value.pathname)
export const query = computed(() => address.value.searchParams)

addEventListener('popstate', () => {
  address.value = new URL(location.href)
})

/** Goes to an address of the app. `replace` leaves no step back, for what only refines the view. */
export function go(to: string, { replace = false } = {}): void {
  const next = new URL(to, location.href)
  if (next.href === address.value.href) return
  if (replace) history.replaceState(null, '', next)
  else history.pushState(null, '', next)
  address.value = next
}

/** Changes parts of the query; null takes one out. */
export function refine(
  parts: Record<string, string | number | null>,
  options: { replace?: boolean } = { replace: true },
) {
  const next = new URL(address.value)
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) next.searchParams.delete(name)
    else next.searchParams.set(name, String(value))
  }
  go(next.href, options)
}

/** Plain clicks on links of the app stay in it; the browser has all others. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
  if (!link.pathname.startsWith('/app') || NOT_OURS.test(link.pathname)) return
  event.preventDefault()
  go(link.href)
}

/** Pages of the server below /app. */
const NOT_OURS = /^\/app\/(account|api|assets|bundle)(\/|$)/
