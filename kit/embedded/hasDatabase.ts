import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findShelter } from './shelter.ts'

/** Whether a start would find a database in this data directory. Makes nothing. */
export async function hasDatabase(dataDirectory: string): Promise<boolean> {
  const home = (await findShelter(dataDirectory)) ?? dataDirectory
  return (await stat(join(home, 'cluster')).catch(() => undefined)) !== undefined
}
