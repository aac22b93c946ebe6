import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { HIDDEN_COLUMNS } from './v1/fieldKeys.ts'

/** One field of one change. */
export interface FieldChange {
  seq: number
  key: string
  is_custom: boolean
  old: unknown
  new: unknown
  actor_id: number | null
  at: Date
  source: string
  user_agent: string | null
  bulk: boolean
}

/** `crm.change c` taken apart into fields, as `item (key, is_custom, old, new)`. */
export const eachField: Fragment = sql`
  cross join lateral (
    select b.key, false as is_custom, b.value as old, c.after -> b.key as new
    from jsonb_each(c.before) b where b.key <> all(${HIDDEN_COLUMNS})
    union all
    select k.key, true, c.before -> 'custom' -> k.key, c.after -> 'custom' -> k.key
    from (select jsonb_object_keys(c.before -> 'custom') as key union select jsonb_object_keys(c.after -> 'custom')) k
    where c.before ? 'custom' and (c.before -> 'custom' -> k.key) is distinct from (c.after -> 'custom' -> k.key)
  ) item`
