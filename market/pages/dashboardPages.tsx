import { reportedPages } from './dashboard/messages.tsx'
import { queuePages } from './dashboard/queue.tsx'
import { settingsPages } from './dashboard/settings.tsx'
import { statisticsPage } from './dashboard/statistics.tsx'
import { transactionsPage } from './dashboard/transactions.tsx'
import { usersPages } from './dashboard/users.tsx'
import type { Mount } from './mount.tsx'

/** For admins and the owner. */
export function dashboardPages(mount: Mount) {
  queuePages(mount)
  reportedPages(mount)
  transactionsPage(mount)
  usersPages(mount)
  statisticsPage(mount)
  settingsPages(mount)
}
