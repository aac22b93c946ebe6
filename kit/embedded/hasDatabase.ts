import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findExternalCluster } from './externalCluster.ts'

/** Whether a start would find a database in this data directory. Makes nothing. */
export async function hasDatabase(dataDirectory: string): Promise<boolean> {
  const home = (await findExternalCluster(dataDirectory)) ?? dataDirectory
  return (await stat(join(home, 'cluster')).catch(() => undefined)) !== undefined
}
