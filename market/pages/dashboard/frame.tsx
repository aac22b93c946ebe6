import type { Child } from 'hono/jsx'
import type { MemberRequest } from '../mount.tsx'
import { page } from '../respond.tsx'

const PLACES = [
  ['queue', '/market/dashboard', 'Work'],
  ['drop-off', '/market/dashboard/drop-off', 'Drop-off'],
  ['transactions', '/market/dashboard/transactions', 'Transactions'],
  ['users', '/market/dashboard/users', 'Users'],
  ['messages', '/market/dashboard/messages', 'Messages'],
  ['statistics', '/market/dashboard/statistics', 'Statistics'],
  ['settings', '/market/dashboard/settings', 'Settings'],
] as const

export type DashboardPlace = (typeof PLACES)[number][0]

/** A page of the dashboard with its own navigation. */
export function dashboardPage(
  pageRequest: MemberRequest,
  options: { title: string; here: DashboardPlace; status?: number | undefined },
  main: Child,
): Promise<Response> {
  return page(
    pageRequest,
    { title: `${options.title} · Dashboard`, place: 'dashboard', wide: true, status: options.status ?? 200 },
    <>
      <nav class="subnav" aria-label="Dashboard">
        {PLACES.map(([name, href, text]) => (
          <a href={href} aria-current={name === options.here ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <h1>{options.title}</h1>
      {main}
    </>,
  )
}
