import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { computed, type FieldTable } from './declaration.ts'

/** Fields that several kinds of record count up from other records. */

/** What a record knows of its activities and followers. `link` is the column by which activities name the record. */
export function activityCounts(entity: string, link: string) {
  const activities = (alias: string, what: Fragment, which: Fragment) => sql`(select ${what} from crm.activity x
    where x.company_id = ${sql(alias)}.company_id and x.${sql(link)} = ${sql(alias)}.id and not x.is_deleted and ${which})`
  return {
    next_activity_date: computed('Next activity date', 'date', r =>
      activities(r, sql`min(x.due_date)`, sql`not x.done`),
    ),
    last_activity_date: computed('Last activity date', 'date', r => activities(r, sql`max(x.due_date)`, sql`x.done`)),
    activities_count: computed('Total activities', 'int', r => activities(r, sql`count(*)`, sql`true`)),
    done_activities_count: computed('Done activities', 'int', r => activities(r, sql`count(*)`, sql`x.done`)),
    undone_activities_count: computed('Activities to do', 'int', r => activities(r, sql`count(*)`, sql`not x.done`)),
    followers_count: computed(
      'Followers',
      'int',
      r => sql`(select count(*) from crm.follower x where x.company_id = ${sql(r)}.company_id
        and x.entity = ${entity} and x.entity_id = ${sql(r)}.id)`,
    ),
  } satisfies FieldTable
}

/** What a contact knows of its deals. `link` is the column by which deals name the contact. */
export function dealCounts(link: string) {
  const deals = (name: string, which: Fragment) =>
    computed(
      name,
      'int',
      r => sql`(select count(*) from crm.deal x
        where x.company_id = ${sql(r)}.company_id and x.${sql(link)} = ${sql(r)}.id and ${which})`,
    )
  return {
    open_deals_count: deals('Open deals', sql`x.status = 'open'`),
    closed_deals_count: deals('Closed deals', sql`x.status in ('won', 'lost')`),
    won_deals_count: deals('Won deals', sql`x.status = 'won'`),
    lost_deals_count: deals('Lost deals', sql`x.status = 'lost'`),
  } satisfies FieldTable
}
