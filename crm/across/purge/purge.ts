import type { Database } from '@portico/kit/database/database'
import type { WhenPurged } from '../../base/records/lifecycle.ts'
import * as organizations from '../../contacts/organizations/lifecycle.ts'
import * as persons from '../../contacts/persons/lifecycle.ts'
import * as deals from '../../sales/deals/lifecycle.ts'
import * as goals from '../../sales/goals/lifecycle.ts'
import * as leads from '../../sales/leads/lifecycle.ts'
import * as products from '../../sales/products/lifecycle.ts'
import * as activities from '../../work/activities/lifecycle.ts'
import * as callLogs from '../../work/callLogs/lifecycle.ts'
import * as files from '../../work/files/lifecycle.ts'
import * as mail from '../../work/mail/lifecycle.ts'
import * as notes from '../../work/notes/lifecycle.ts'
import * as projects from '../../work/projects/lifecycle.ts'
import * as projectTemplates from '../../work/projectTemplates/lifecycle.ts'
import * as tasks from '../../work/tasks/lifecycle.ts'
import { BATCH, forgetAnswers, listCompanyIds, purgeBatch } from './store.ts'

export const PURGE = 'crm:purge'

const MOST_BATCHES = 10_000

/** In this order, so that what names a contact goes before the contact does. */
export const PURGES: readonly WhenPurged[] = [
  files.whenPurged,
  notes.whenCommentPurged,
  notes.whenPurged,
  mail.whenMessagePurged,
  mail.whenPurged,
  callLogs.whenPurged,
  activities.whenPurged,
  tasks.whenPurged,
  projects.whenPurged,
  projectTemplates.whenPurged,
  goals.whenPurged,
  deals.whenPurged,
  leads.whenPurged,
  products.whenPurged,
  persons.whenPurged,
  organizations.whenPurged,
]

/** What belongs to other records and goes with the last of them. */
export const LINKED = PURGES.filter(purge => purge.linkedBy)

/**
 * Takes deleted records out of the database for good when their 30 days are over. The change log goes on knowing that
 * they were there and who did what when; what they held is gone from it. Safe to run twice.
 */
export function purgeTask(database: Database, now: () => Date = () => new Date()) {
  return async (): Promise<void> => {
    const companies = await database.read(listCompanyIds)
    for (const id of companies) for (const purge of PURGES) await purgeTable(database, purge, id, now())
    await database.write(sql => forgetAnswers(sql, now()))
  }
}

async function purgeTable(database: Database, purge: WhenPurged, companyId: number, now: Date): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const purged = await database.write(sql => purgeBatch(sql, purge, LINKED, companyId, now))
    if (purged < BATCH) return
  }
}
