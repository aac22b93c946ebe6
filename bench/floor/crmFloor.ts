import type { Client } from '@portico/kit/database/connect'
import type { Answers } from './answers.ts'

/** Rows that the floor changes. */
export const FLOOR_ROWS = 10_000

/** What the floor reads: the columns of a v2 deal, without the rules around them; and a table that it writes. */
export async function makeFloorTables(sql: Client): Promise<void> {
  await sql.unsafe(`
    create schema bench;
    create table bench.bare (id bigint generated always as identity primary key, title text not null, value numeric not null,
      add_time timestamptz not null default now());
    insert into bench.bare (title, value) select 'Deal ' || n, n from generate_series(1, ${FLOOR_ROWS}) n;
    create view bench.deal_wire as select company_id, id, title, creator_id as creator_user_id, owner_id, person_id, org_id,
      pipeline_id, stage_id, value, currency, crm.time_v2(add_time) as add_time, crm.time_v2(update_time) as update_time,
      crm.time_v2(stage_change_time) as stage_change_time, is_deleted, is_archived, crm.time_v2(archive_time) as archive_time,
      status, probability, lost_reason, visible_to, crm.time_v2(close_time) as close_time, crm.time_v2(won_time) as won_time,
      crm.time_v2(lost_time) as lost_time, expected_close_date, label_ids, origin, origin_id, channel, channel_id,
      source_lead_id, custom as custom_fields from crm.deal`)
}

export const crmFloor = (company: number): Answers => ({
  'GET /deal': (sql, { rest }) => sql`
    select row_to_json(w)::text as wire from (
      select * from bench.deal_wire where company_id = ${company} and id = ${Number(rest[0])}) w`,

  'GET /deals': sql => sql`
    select json_agg(w)::text as wire from (
      select * from bench.deal_wire where company_id = ${company} order by id limit 100) w`,

  'GET /filtered': (sql, { search }) => sql`
    select json_agg(w)::text as wire from (
      select * from bench.deal_wire where company_id = ${company} and value > ${Number(search.get('value'))}
      order by id limit 100) w`,

  'GET /search': (sql, { search }) => sql`
    select json_agg(w)::text as wire from (
      select d.id, d.title, d.value, d.currency, d.status, d.owner_id, d.stage_id, found.score from (
        select id, similarity(name, ${search.get('term')}) as score from crm.deal_words
        where company_id = ${company} and not is_deleted and words like ${`%${search.get('term')}%`}
        order by 2 desc, id desc limit 50) found
      join crm.deal d on d.company_id = ${company} and d.id = found.id order by found.score desc, d.id desc) w`,

  'POST /deal': sql => sql`
    insert into bench.bare (title, value) values ('A new deal', 1200) returning row_to_json(bare)::text as wire`,

  'PATCH /deal': (sql, { rest }) => sql`
    update bench.bare set value = value + 1 where id = ${Number(rest[0])} returning row_to_json(bare)::text as wire`,

  // The rows that a deal of ours is: with its indexes, foreign keys and words, and with its line of the log.
  'POST /logged-deal': sql => sql`
    with stored as (
      insert into crm.deal (company_id, title, value, owner_id, creator_id, currency, visible_to, stage_id, pipeline_id)
      select company_id, 'A new deal', 1200, owner_id, creator_id, currency, visible_to, stage_id, pipeline_id
      from crm.deal where company_id = ${company} order by id limit 1 returning *
    ), logged as (
      insert into crm.change (company_id, actor_id, entity, entity_id, action, after)
      select company_id, owner_id, 'deal', id::text, 'added', to_jsonb(stored) from stored
    ) select row_to_json(stored)::text as wire from stored`,

  // By less than what ours are changed by: those are to find other values.
  'PATCH /logged-deal': (sql, { rest }) => sql`
    with old as (
      select company_id, id, value from crm.deal where company_id = ${company} and id = ${Number(rest[0])} for update
    ), stored as (
      update crm.deal t set value = t.value + 0.001, update_time = now(), version = version + 1
      from old where t.company_id = old.company_id and t.id = old.id returning t.*
    ), logged as (
      insert into crm.change (company_id, actor_id, entity, entity_id, action, before, after)
      select stored.company_id, owner_id, 'deal', id::text, 'updated',
        (select jsonb_build_object('value', old.value) from old), to_jsonb(stored) from stored
    ) select row_to_json(stored)::text as wire from stored`,

  'GET /changes': sql => sql`
    select json_agg(w)::text as wire from (
      select seq, at, actor_id, entity, entity_id, action, before, after from crm.change
      where company_id = ${company} order by seq limit 100) w`,
})
