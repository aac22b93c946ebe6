import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/**
 * When a deal becomes rotten (`deal` and `stage` are aliases); null where its stage lets nothing rot. The time runs from
 * the last sign of life: the deal entered the stage, an activity was done, a note, a file or mail was added. A deal whose
 * next step is planned for today or later is not rotten.
 */
export function rottenTime(deal: string, stage: string): Fragment {
  const d = sql(deal)
  const s = sql(stage)
  const of = (alias: string) =>
    sql`${sql(alias)}.company_id = ${d}.company_id and ${sql(alias)}.deal_id = ${d}.id and not ${sql(alias)}.is_deleted`
  return sql`case when ${s}.is_deal_rot_enabled and ${d}.status = 'open' then greatest(
    greatest(coalesce(${d}.stage_change_time, ${d}.add_time),
      (select max(a.marked_as_done_time) from crm.activity a where ${of('a')} and a.done),
      (select max(n.add_time) from crm.note n where ${of('n')}),
      (select max(f.add_time) from crm.file f where ${of('f')}),
      (select max(t.last_message_time) from crm.mail_thread t where ${of('t')})
    ) + make_interval(days => ${s}.days_to_rotten),
    (select (max(a.due_date) + 1) at time zone 'UTC' from crm.activity a where ${of('a')} and not a.done)) end`
}
