import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../shared/gate/fixtures/', import.meta.url))

/** Recorded proofs are data from outside the repository; without them their tests are skipped, and say so. */
export const hasRecordings = existsSync(FOLDER)

export const RECORDINGS_NOTE = hasRecordings ? '' : ' (SKIPPED: ../shared/gate/fixtures is not on this machine)'

export function recorded<Value>(name: string): Value {
  return JSON.parse(readFileSync(FOLDER + name, 'utf8'))
}
