import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the server runs: on a small disk and with a clock that can be moved, as far as this machine has them. */
export interface Place {
  folder: string
  /** A disk of its own. */
  disk?: string
  clock?: { jump(seconds: number): Promise<void>; settings: Record<string, string> }
  remove(): Promise<void>
}

const DISK = 'size=700m,mode=755'
const CLOCKS = [
  process.env.FAKETIME_LIBRARY ?? '',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
]

export async function openPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-torture-'))
  await chmod(folder, 0o755)
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', folder]).status === 0
  const library = CLOCKS.find(path => path !== '' && existsSync(path))
  return {
    folder,
    ...(isMounted && { disk: folder }),
    ...(library && { clock: await openClock(library, join(folder, 'clock')) }),
    async remove() {
      if (isMounted) spawnSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** libfaketime reads the file about once a second. Timers go by another clock, which stays as it is. */
async function openClock(library: string, file: string): Promise<NonNullable<Place['clock']>> {
  const jump = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  await jump(0)
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { jump, settings }
}
