import { randomBytes } from 'node:crypto'
import { failure } from '../api/failure.ts'

const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_.-]*)*$/i
const PREFIX = /^([a-z0-9][a-z0-9_.-]*\/)*([a-z0-9][a-z0-9_.-]*)?$/i
const LONGEST = 200

/** A new key. The first two digits fan out into 256 directories, so that none grows too long to list. */
export function newFileKey(random: (size: number) => Uint8Array = randomBytes): string {
  const id = Buffer.from(random(16)).toString('hex')
  return `${id.slice(0, 2)}/${id}`
}

/** Refuses whatever could leave the store: `..`, absolute paths, NUL, backslashes, hidden names. */
export function checkFileKey(key: string): void {
  if (!isFileKey(key)) throw failure('invalid', 'This is not a file key')
}

export function isFileKey(key: string): boolean {
  return key.length <= LONGEST && KEY.test(key)
}

export function checkFilePrefix(prefix: string): void {
  if (prefix.length > LONGEST || !PREFIX.test(prefix)) throw failure('invalid', 'This is not a prefix of file keys')
}
