import { path, query } from '../shell/location.ts'

const VIEWS = [
  ['/app/deals', 'Board'],
  ['/app/deals/forecast', 'Forecast'],
  ['/app/deals/list', 'List'],
] as const

/** The ways to look at deals. */
export function DealViews() {
  return (
    <nav class="switch" aria-label="How deals are shown">
      {VIEWS.map(([to, label]) => (
        <a key={to} href={viewAddress(to)} aria-current={isView(to) ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}

function isView(to: string): boolean {
  return path.value === to || (path.value === '/app' && to === '/app/deals')
}

/** Pipeline, owner and filter go along to the other view. */
function viewAddress(to: string): string {
  const kept = new URLSearchParams()
  for (const name of ['pipeline', 'owner', 'filter']) {
    const value = query.value.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size > 0 ? `${to}?${kept}` : to
}
