import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { onTestFinished } from 'vitest'

/**
 * Mounts a disk of its own in memory, for what happens on full and read-only ones. Undefined where this user may not
 * mount; such tests then say that they were skipped.
 */
export async function mountSmallDisk(path: string, options: string): Promise<string | undefined> {
  await mkdir(path, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `mode=755,${options}`, 'tmpfs', path]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['--lazy', path]))
  return path
}
