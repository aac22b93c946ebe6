import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/**
 * For the log, the records of an update as a table `changed`: out of `old` and `stored`, how each is now (`after`) and
 * what its fields held that are not as they were (`before`). Records are large: `offset 0` has each made into JSON once,
 * and not again wherever it is named.
 */
export function changedRecords({
  before = sql`to_jsonb(old)`,
  after = sql`to_jsonb(stored)`,
}: {
  before?: Fragment
  after?: Fragment
} = {}): Fragment {
  return sql`(
    select record.id, record.after, (
      select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(record.before) field
      where field.key not in ('update_time', 'version') and record.after -> field.key is distinct from field.value
    ) as before
    from (
      select stored.id, ${before} as before, ${after} as after from stored join old on old.id = stored.id offset 0
    ) record offset 0
  ) changed`
}
