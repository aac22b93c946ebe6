import { andMaySeePipeline } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { VISIBILITIES } from '../../base/fields/systemOptions.ts'

/** What cells call things of the company by, in lower case. */
export interface Names {
  users: ReadonlyMap<string, number>
  pipelines: ReadonlyMap<string, number>
  /** By pipeline and name; and by name alone, of the first pipeline that has one. */
  stages: ReadonlyMap<string, number>
  currencies: ReadonlySet<string>
  visibilities: ReadonlyMap<string, number>
  /** Of amounts without one. */
  currency: string
}

export async function readNames({ sql, actor }: Crm): Promise<Names> {
  const users = await sql<{ id: number; name: string; email: string }[]>`
    select u.id, u.name, u.email from crm.app_user u
    where u.company_id = ${actor.companyId} and u.active and not u.is_deleted order by u.id desc`
  const pipelines = await sql<{ id: number; name: string }[]>`
    select p.id, p.name from crm.pipeline p
    where p.company_id = ${actor.companyId} and not p.is_deleted ${andMaySeePipeline(actor, 'p.id')} order by p.order_nr desc`
  const stages = await sql<{ id: number; name: string; pipeline_id: number }[]>`
    select s.id, s.name, s.pipeline_id from crm.stage s
    join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and not s.is_deleted and not p.is_deleted ${andMaySeePipeline(actor, 's.pipeline_id')}
    order by p.order_nr desc, s.order_nr desc`
  const currencies = await sql<{ code: string }[]>`
    select c.code from crm.currency c where c.company_id = ${actor.companyId} and c.active`
  return {
    users: new Map(
      users.flatMap(user => [
        [user.name.toLowerCase(), user.id] as const,
        [user.email.toLowerCase(), user.id] as const,
      ]),
    ),
    pipelines: new Map(pipelines.map(({ id, name }) => [name.toLowerCase(), id])),
    stages: new Map(
      stages.flatMap(({ id, name, pipeline_id }) => [
        [name.toLowerCase(), id] as const,
        [stageKey(pipeline_id, name), id] as const,
      ]),
    ),
    currencies: new Set(currencies.map(({ code }) => code)),
    currency: actor.defaultCurrency,
    visibilities: new Map(VISIBILITIES.map(({ id, label }) => [label.toLowerCase(), Number(id)])),
  }
}

export function stageKey(pipelineId: number, name: string): string {
  return `${pipelineId}/${name.toLowerCase()}`
}
