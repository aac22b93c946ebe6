import { failure } from '@portico/kit/api/failure'
import { fragment as sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { rewriteRecords } from '../../base/changes/rewriteStore.ts'
import type { WhenPurged } from '../../base/records/lifecycle.ts'
import { removeFilesLater } from '../../base/records/removeFiles.ts'
import * as persons from '../../contacts/persons/lifecycle.ts'
import { lockPerson } from '../../contacts/persons/store.ts'
import * as leads from '../../sales/leads/lifecycle.ts'
import * as activities from '../../work/activities/lifecycle.ts'
import * as calls from '../../work/callLogs/lifecycle.ts'
import * as mail from '../../work/mail/lifecycle.ts'
import { sumUpThread } from '../../work/mail/store.ts'
import { deleteAllExports } from '../exports/store.ts'
import { LINKED } from '../purge/purge.ts'
import { purgeRecords } from '../purge/store.ts'
import { type Erasure, insertErasure } from './erasureStore.ts'
import { emptiedThreads, forgetNumbers, hideParties, linkedAlone, recordingsOf, threadsOf } from './linkedStore.ts'
import { idsOfPerson, ownWords, versionsOf } from './personStore.ts'
import { attended } from './toldStore.ts'
import { patternOf, roughPatternOf, wordsOf } from './words.ts'

export const ERASE = 'crm:erase'

const SOURCE = 'forget'

/**
 * Removes a person for good, with everything that belongs to the person alone, out of the records and out of the log;
 * what is shared with others loses the person. Texts are gone through by a job that is written along with it.
 */
export async function forgetPerson(crm: Crm, id: number, confirmName: string): Promise<Erasure> {
  const { now } = crm
  const { companyId } = crm.actor
  const person = await lockPerson(crm, id)
  if (person.name !== confirmName)
    throw failure('invalid', 'confirm_name is not the name of the person: send it as it is stored', {
      field: 'confirm_name',
    })
  const ids = await idsOfPerson(crm.sql, companyId, id)
  const known = wordsOf(await versionsOf(crm.sql, companyId, ids))
  const words = await ownWords(crm.sql, companyId, ids, known)
  const alone = await linkedAlone(crm.sql, companyId, ids, words.addresses)

  const purging = { source: SOURCE, linked: LINKED, companyId, now }
  const purge = async (kind: WhenPurged, gone: readonly number[] | readonly string[]) => {
    if (gone.length > 0) await purgeRecords(crm.sql, kind, gone, purging)
  }
  const threads = await threadsOf(crm.sql, companyId, alone.messages)
  await purge(mail.whenMessagePurged, alone.messages)
  await hideParties(crm.sql, companyId, ids, words.addresses)
  const emptied = await emptiedThreads(crm.sql, companyId, threads)
  await purge(mail.whenPurged, emptied)
  for (const thread of threads) if (!emptied.includes(thread)) await sumUpThread(crm, thread)
  await purge(calls.whenPurged, alone.calls)
  await forgetCalls(crm, ids)
  await purge(activities.whenPurged, alone.activities)
  await purge(leads.whenPurged, alone.leads)
  await forgetAttendees(crm, ids)
  await purge(persons.whenPurged, ids)

  await deleteAllExports(crm.sql, companyId)
  await auditCall(crm, 'person_forgotten', id)
  const nameless = { ...words, names: [] }
  const patterns = [patternOf(words), patternOf(nameless), roughPatternOf(words), roughPatternOf(nameless)]
  const erasure = await insertErasure(
    crm,
    id,
    patterns.map(pattern => pattern ?? null),
  )
  await addJob(crm.sql, ERASE, {}, { key: ERASE, maxAttempts: 3 })
  return erasure
}

/** Calls that stay because a deal or an organization is about them, without number, note and recording. */
async function forgetCalls(crm: Crm, ids: readonly number[]): Promise<void> {
  const { actor, now } = crm
  const keys = await recordingsOf(crm.sql, actor.companyId, ids)
  await rewriteRecords(crm.sql, {
    source: SOURCE,
    companyId: actor.companyId,
    now,
    table: 'call_log',
    which: sql`person_id = any(${ids}::bigint[])`,
    set: sql`from_phone_number = null, to_phone_number = '[forgotten]', file_key = null, file_name = null, file_type = null`,
  })
  await forgetNumbers(crm.sql, actor.companyId, ids)
  await removeFilesLater(crm.sql, keys)
}

/** Attendees of activities that stay, who are known by their id. */
async function forgetAttendees(crm: Crm, ids: readonly number[]): Promise<void> {
  const { actor, now } = crm
  const theirs = sql`(guest ->> 'person_id')::bigint = any(${ids}::bigint[])`
  await rewriteRecords(crm.sql, {
    source: SOURCE,
    companyId: actor.companyId,
    now,
    table: 'activity',
    which: sql`id = any(array(${attended({ companyId: actor.companyId, ids })}))`,
    set: sql`attendees = coalesce((select jsonb_agg(guest order by nr)
      from jsonb_array_elements(t.attendees) with ordinality list (guest, nr) where (${theirs}) is not true), '[]')`,
  })
}
