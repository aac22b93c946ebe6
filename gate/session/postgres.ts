import { COMPLETED_SECONDS, PENDING_SECONDS, type SessionAdapter } from './sessionAdapter.ts'

/** Runs one statement with `$1`-style parameters and answers its rows. What only reads may go elsewhere than a write. */
export type PostgresQuery = (
  text: string,
  values: string[],
  kind: 'read' | 'write',
) => Promise<readonly Record<string, unknown>[] | { rows: readonly Record<string, unknown>[] }>

export interface PostgresSessionOptions {
  /** Table name, may carry a schema. Default `gate_session`. */
  table?: string
  /** Seconds a pending session lives. Default 600. */
  pendingSeconds?: number
  /** Seconds a completed session lives. Default 60. */
  completedSeconds?: number
}

/**
 * Sessions in PostgreSQL, shared by every instance. The table is made on first use; the database's clock decides
 * what has expired, and expired rows are swept as new ones come.
 *
 * ```ts
 * postgresSessions((text, values) => pool.query(text, values))      // pg
 * postgresSessions((text, values) => sql.unsafe(text, values))      // postgres
 * ```
 */
export function postgresSessions(
  query: PostgresQuery,
  options: PostgresSessionOptions = {},
): SessionAdapter & { createTable(): Promise<void> } {
  const { table = 'gate_session', pendingSeconds = PENDING_SECONDS, completedSeconds = COMPLETED_SECONDS } = options
  if (!/^([a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]*$/.test(table)) {
    throw new Error(`postgresSessions: table must be a plain lower-case name, got ${JSON.stringify(table)}`)
  }
  let created: Promise<void> | undefined
  let sinceSweep = 0

  async function createTable(): Promise<void> {
    // Instances starting together take turns: "if not exists" alone can collide in the catalogue.
    await query(
      `do $$ begin
         perform pg_advisory_xact_lock(hashtext('gate: create ${table}'));
         create table if not exists ${table} (id text primary key, value text, expires_at timestamptz not null);
         create index if not exists ${table.replace(/^.*\./, '')}_expires_at on ${table} (expires_at);
       end $$`,
      [],
      'write',
    )
  }

  async function run(kind: 'read' | 'write', text: string, values: string[]) {
    created ??= createTable().catch(error => {
      created = undefined
      throw error
    })
    await created
    const answer = await query(text, values, kind)
    return 'rows' in answer ? answer.rows : answer
  }

  async function sweepNowAndThen(): Promise<void> {
    sinceSweep += 1
    if (sinceSweep < 100) return
    sinceSweep = 0
    await run('write', `delete from ${table} where expires_at <= now()`, [])
  }

  return {
    createTable,
    async has(id) {
      const rows = await run('read', `select 1 as found from ${table} where id = $1 and expires_at > now()`, [id])
      return rows.length === 1
    },
    async get(id) {
      return valueIn(await run('read', `select value from ${table} where id = $1 and expires_at > now()`, [id]))
    },
    async set(id, value) {
      const life = value === undefined ? pendingSeconds : completedSeconds
      // An empty text stands for "pending": not every driver can send a null among strings.
      await run(
        'write',
        `insert into ${table} (id, value, expires_at)
         values ($1, nullif($2, ''), now() + make_interval(secs => $3::text::float8))
         on conflict (id) do update set value = excluded.value, expires_at = excluded.expires_at`,
        [id, value ?? '', String(life)],
      )
      await sweepNowAndThen()
    },
    async setIfPending(id, value) {
      // Two at once: the second waits for the first, then sees that the row has a value and changes nothing.
      const rows = await run(
        'write',
        `update ${table} set value = $2, expires_at = now() + make_interval(secs => $3::text::float8)
         where id = $1 and value is null and expires_at > now() returning 1 as done`,
        [id, value, String(completedSeconds)],
      )
      return rows.length === 1
    },
    async consume(id) {
      return valueIn(
        await run(
          'write',
          `with gone as (delete from ${table} where id = $1 returning value, expires_at)
                   select value from gone where expires_at > now()`,
          [id],
        ),
      )
    },
    async values(ids) {
      // As one text: not every driver sends a list alike.
      const rows = await run(
        'read',
        `select id, value from ${table}
         where id = any (array(select json_array_elements_text($1::text::json))) and expires_at > now()`,
        [JSON.stringify(ids)],
      )
      return new Map(rows.map(row => [String(row.id), valueIn([row])]))
    },
  }
}

function valueIn(rows: readonly Record<string, unknown>[]): string | undefined {
  const value = rows[0]?.value
  return typeof value === 'string' ? value : undefined
}
