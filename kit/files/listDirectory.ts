import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedFile } from './fileStore.ts'

/** The files below a directory whose key starts with the prefix, in the order of their keys as S3 lists them. */
export async function* listDirectory(root: string, prefix: string, below = ''): AsyncGenerator<ListedFile> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(ignoreMissing<Dirent[]>([]))
  const names = entries.filter(entry => !entry.name.startsWith('.')).map(entry => nameInKey(entry, below))

  for (const name of names.sort(byCodeUnit)) {
    if (name.endsWith('/')) {
      if (name.startsWith(prefix) || prefix.startsWith(name)) yield* listDirectory(root, prefix, name)
      continue
    }
    if (!name.startsWith(prefix)) continue
    const found = await stat(join(root, name)).catch(ignoreMissing(undefined))
    if (found) yield { key: name, size: found.size }
  }
}

function nameInKey(entry: Dirent, below: string): string {
  return below + entry.name + (entry.isDirectory() ? '/' : '')
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Files may go while the list is being read. */
function ignoreMissing<T>(instead: T): (error: unknown) => T {
  return error => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
