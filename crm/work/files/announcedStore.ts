import { failure } from '@portico/kit/api/failure'
import type { Database } from '@portico/kit/database/database'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { removeFilesLater } from '../../base/records/removeFiles.ts'

export const SWEEP_UPLOADS = 'crm:sweep-uploads'

/** Longer than any upload goes on. */
const LONGEST_HOURS = 24
const BATCH = 500
const MOST_BATCHES = 10_000

/**
 * The file store for uploads: the database knows of every file before its first byte is stored, so that none stays
 * behind unnoticed when the process dies before a record refers to it. `claimUpload` ends that state.
 */
export function announcedStore(
  companyId: number,
  { database, files }: Pick<CrmServices, 'database' | 'files'>,
): FileStore {
  return {
    ...files,
    async put(key, stream, options) {
      await database.write(sql => sql`insert into crm.upload (company_id, file_key) values (${companyId}, ${key})`)
      return files.put(key, stream, options)
    },
    // Only what is still unclaimed: when the connection broke at the commit, nobody here knows whether it is.
    remove: key =>
      database.write(async sql => {
        await dropUploads(sql, sql`company_id = ${companyId} and file_key = ${key}`)
      }),
  }
}

/** Takes over stored bytes in the transaction that writes the record of them. The sweep, or this: never both. */
export async function claimUpload({ sql, actor, services }: Crm, key: string): Promise<void> {
  const [claimed] = await sql`
    delete from crm.upload where company_id = ${actor.companyId} and file_key = ${key} returning file_key`
  if (claimed) return
  // Swept before the last byte was stored.
  await services.files.remove(key)
  throw failure('timeout', `The upload took longer than ${LONGEST_HOURS} hours`)
}

/** Has bytes removed that no record has claimed. Safe to run twice. */
export function sweepUploadsTask(database: Database, now: () => Date = () => new Date()) {
  return async (): Promise<void> => {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const swept = await database.write(sql => sweepBatch(sql, now()))
      if (swept === 0) return
    }
  }
}

/** Of one company, so that it is one machine's. Who comes second finds none of them. */
async function sweepBatch(sql: Sql, now: Date): Promise<number> {
  const late = sql`add_time < ${now}::timestamptz - make_interval(hours => ${LONGEST_HOURS})`
  const [oldest] = await sql<{ company_id: number }[]>`
    /* all companies: what is old goes everywhere */
    select company_id from crm.upload where ${late} order by add_time limit 1`
  if (!oldest) return 0
  return dropUploads(
    sql,
    sql`company_id = ${oldest.company_id} and file_key in (
      select file_key from crm.upload where company_id = ${oldest.company_id} and ${late}
      order by add_time limit ${BATCH} for update skip locked)`,
  )
}

/** The bytes follow after the commit. */
async function dropUploads(sql: Sql, which: Fragment): Promise<number> {
  const rows = await sql<{ file_key: string }[]>`delete from crm.upload where ${which} returning file_key`
  await removeFilesLater(
    sql,
    rows.map(row => row.file_key),
  )
  return rows.length
}
