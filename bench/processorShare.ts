import { access, mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PERIOD_US = 10_000
const GROUPS = '/sys/fs/cgroup'

/** Where Linux keeps the limits of processor time: one tree for each thing that is limited, or one for all. */
const TREES = [
  {
    folder: join(GROUPS, 'cpu'),
    limit: (share: number) => [
      ['cpu.cfs_period_us', `${PERIOD_US}`],
      ['cpu.cfs_quota_us', `${Math.round(share * PERIOD_US)}`],
    ],
  },
  { folder: GROUPS, limit: (share: number) => [['cpu.max', `${Math.round(share * PERIOD_US)} ${PERIOD_US}`]] },
] as const

/**
 * Holds each of these processes to a part of a core. Gives back what cleans up once they have ended; undefined where this machine
 * does not let us.
 */
export async function holdProcesses(
  pids: readonly number[],
  share: number,
): Promise<(() => Promise<void>) | undefined> {
  const groups: string[] = []
  const release = async () => {
    for (const group of groups) await rmdir(group).catch(() => {})
  }
  for (const { folder, limit } of TREES)
    try {
      await access(join(folder, 'cgroup.procs'))
      for (const pid of pids) {
        const group = join(folder, `portico-bench-${pid}`)
        await mkdir(group)
        groups.push(group)
        for (const [file = '', value = ''] of limit(share)) await writeFile(join(group, file), value)
        await writeFile(join(group, 'cgroup.procs'), String(pid))
      }
      return release
    } catch {
      await release()
    }
  return undefined
}
