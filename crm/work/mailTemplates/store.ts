import { assignments, type Fragment, fragment } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm } from '../../base/api/context.ts'
import type { MailTemplate } from './app/shape.ts'

export interface TemplateInput {
  name?: string | undefined
  subject?: string | undefined
  body?: string | undefined
  is_shared?: boolean | undefined
}

/** "May see" for `crm.mail_template` under the given alias: one's own, and what others share. Admins see no more. */
export function maySeeTemplate({ userId }: Actor, alias: string): Fragment {
  const t = fragment(alias)
  return fragment`(${t}.owner_id = ${userId} or ${t}.is_shared)`
}

function mayChange({ userId, isAdmin }: Actor): Fragment {
  return fragment`(t.owner_id = ${userId} or (t.is_shared and ${isAdmin}::boolean))`
}

function columns(actor: Actor): Fragment {
  return fragment`t.id, t.owner_id, t.name, t.subject, t.body, t.is_shared, ${mayChange(actor)} as may_change,
    crm.time_v2(t.add_time) as add_time, crm.time_v2(t.update_time) as update_time`
}

export async function listTemplates({ sql, actor }: Crm): Promise<MailTemplate[]> {
  return sql<MailTemplate[]>`
    select ${columns(actor)} from crm.mail_template t
    where t.company_id = ${actor.companyId} and ${maySeeTemplate(actor, 't')} order by lower(t.name), t.id`
}

export async function findTemplate({ sql, actor }: Crm, id: number): Promise<MailTemplate | undefined> {
  const [template] = await sql<MailTemplate[]>`
    select ${columns(actor)} from crm.mail_template t
    where t.company_id = ${actor.companyId} and t.id = ${id} and ${maySeeTemplate(actor, 't')}`
  return template
}

export async function insertTemplate(
  { sql, actor, now }: Crm,
  { name, subject = '', body = '', is_shared = false }: TemplateInput & { name: string },
): Promise<MailTemplate> {
  const [template] = await sql<MailTemplate[]>`
    with t as (
      insert into crm.mail_template (company_id, owner_id, name, subject, body, is_shared, add_time)
      values (${actor.companyId}, ${actor.userId}, ${name}, ${subject}, ${body}, ${is_shared}, ${now})
      returning *)
    select ${columns(actor)} from t`
  if (!template) throw new Error('inserting a mail template returned nothing')
  return template
}

/** Undefined when there is none that the caller may change. */
export async function updateTemplate(
  { sql, actor, now }: Crm,
  id: number,
  given: TemplateInput,
): Promise<MailTemplate | undefined> {
  const [template] = await sql<MailTemplate[]>`
    with t as (
      update crm.mail_template t set ${assignments({ update_time: now, ...given })}
      where t.company_id = ${actor.companyId} and t.id = ${id} and ${mayChange(actor)} returning t.*)
    select ${columns(actor)} from t`
  return template
}

export async function deleteTemplate({ sql, actor }: Crm, id: number): Promise<boolean> {
  const gone = await sql`
    delete from crm.mail_template t where t.company_id = ${actor.companyId} and t.id = ${id} and ${mayChange(actor)} returning t.id`
  return gone.length > 0
}
