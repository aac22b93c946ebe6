import { connect } from './connect.ts'
import { HAS_CITUS } from './placement.ts'

/** How the tables of a database stand on the machines of a Citus cluster, in words; undefined when it is on one. */
export async function describePlacement(url: string): Promise<string | undefined> {
  const sql = connect(url)
  try {
    const [citus] = await sql.unsafe(HAS_CITUS)
    if (!citus?.there) return undefined
    const [found] = await sql<{ distributed: number; copied: number; column: string | null; machines: number }[]>`
      select count(*) filter (where partmethod = 'h')::int as distributed,
        count(*) filter (where partmethod = 'n' and repmodel = 't')::int as copied,
        max(column_to_column_name(logicalrelid, partkey)) as column,
        (select count(*)::int from pg_dist_node where shouldhaveshards and isactive) as machines
      from pg_dist_partition`
    const [aside] = await sql`select to_regclass('portico.foreign_key_laid_aside') is not null as there`
    const [keys] = aside?.there ? await sql`select count(*)::int as number from portico.foreign_key_laid_aside` : []
    if (!found || found.distributed === 0) return 'Citus, nothing distributed yet: portico distribute'
    const unfinished =
      keys?.number > 0 ? `; ${keys?.number} foreign keys are not laid again: run portico distribute` : ''
    return `Citus, ${found.distributed} tables distributed by ${found.column} over ${found.machines} machines, ${found.copied} on each${unfinished}`
  } finally {
    await sql.end({ timeout: 5 })
  }
}
