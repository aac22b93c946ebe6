import type { Sql } from '@portico/kit/database/sql'
import type { FileStore } from '@portico/kit/files/fileStore'
import { addJob } from '@portico/kit/jobs/jobs'
import { letGoOfShared } from './sharedFileStore.ts'

export const REMOVE_FILES = 'crm:remove-files'

/**
 * Has files taken out of the store once the transaction that let go of them is committed, but for those that a copy of
 * the company names too, or the company that it is a copy of.
 */
export async function removeFilesLater(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const stillNamed = await letGoOfShared(sql, keys)
  const unnamed = keys.filter(key => !stillNamed.has(key))
  if (unnamed.length > 0) await addJob(sql, REMOVE_FILES, { keys: unnamed })
}

/** Removing what is gone already is fine, so this may run twice. */
export function removeFilesTask(files: FileStore) {
  return async ({ keys }: { keys: readonly string[] }): Promise<void> => {
    for (const key of keys) await files.remove(key)
  }
}
