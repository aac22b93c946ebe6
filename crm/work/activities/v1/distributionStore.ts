import type { Fragment } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { maySeeActivity } from '../visibility.ts'
import type { ActivityDistribution } from './distribution.ts'

/** `where` refers to `crm.activity a`. */
export async function activityDistribution(
  { sql, actor }: Crm,
  where: Fragment,
): Promise<Static<typeof ActivityDistribution>> {
  const [found] = await sql<{ distribution: Static<typeof ActivityDistribution> | null }[]>`
    with typed as (
      select a.owner_id, a.type, count(*) as count from crm.activity a
      where a.company_id = ${actor.companyId} and ${where} and ${maySeeActivity(actor, 'a')}
      group by a.owner_id, a.type
    )
    select json_object_agg(shared.owner_id, json_build_object('activities', shared.activities, 'name', u.name,
      'activity_count', shared.count, 'share', round(100.0 * shared.count / shared.total, 2))) as distribution
    from (
      select owner_id, json_object_agg(type, count) as activities, sum(count) as count, sum(sum(count)) over () as total
      from typed group by owner_id
    ) shared
    join crm.app_user u on u.company_id = ${actor.companyId} and u.id = shared.owner_id`
  return found?.distribution ?? {}
}
