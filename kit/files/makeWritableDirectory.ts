import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes sure of a directory that can be written, or fails with the error that says why not. */
export async function makeWritableDirectory(path: string): Promise<void> {
  // Asked first, as making a directory on a read-only disk reports that it is missing.
  await access(await nearestThere(path), constants.W_OK)
  await mkdir(path, { recursive: true, mode: 0o700 })
}

async function nearestThere(path: string): Promise<string> {
  const parent = dirname(path)
  const isThere = await stat(path).then(
    () => true,
    error => parent === path || (error.code !== 'ENOENT' && error.code !== 'ENOTDIR'),
  )
  return isThere ? path : nearestThere(parent)
}
