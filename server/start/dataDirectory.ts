import { randomBytes } from 'node:crypto'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '@portico/kit/files/makeFolder'
import { problem } from '../config/problem.ts'

/** Makes the data directory where it is missing, and finds out now whether it can be written to. */
export async function openDataDirectory(directory: string): Promise<void> {
  try {
    // As root the database runs as an ordinary user, who has to pass through here to its own folder.
    await makeFolder(directory, process.getuid?.() === 0 ? 0o711 : 0o700)
    const probe = join(directory, `.probe-${process.pid}`)
    await writeFile(probe, 'portico')
    await rm(probe)
  } catch (error) {
    throw dataDirectoryProblem(error, directory)
  }
}

/** A failed file operation in the data directory as one line; any other error comes back unchanged. */
export function dataDirectoryProblem(error: unknown, directory: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code]
  return reason ? problem(`The data directory ${directory} cannot be used: ${reason}`) : error
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'it is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'it cannot be made there',
  ENAMETOOLONG: 'its name is too long',
}

/** The secret of this data directory: made at the first start, readable by its owner only, kept for good. */
export async function keepSecret(directory: string): Promise<string> {
  const path = join(directory, 'secret')
  const found = await readSecret(path)
  if (found) return found
  try {
    // Written whole under another name first would be two files; `wx` lets one of two first starts win.
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw dataDirectoryProblem(error, directory)
    }
  }
  const secret = await readSecret(path)
  if (secret) return secret
  throw problem(`${path} is empty: put the former secret back, or delete the file (everyone has to sign in again)`)
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw problem(`The secret in ${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** The nearest folder of a path that exists, for questions about its disk. */
export async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found || dirname(path) === path ? path : nearestFolder(dirname(path))
}
