import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import type { TemplateContent } from './shape.ts'

export interface TemplateRow extends TemplateContent {
  id: number
  version: number
  title: string
  projects_board_id: number
  owner_id: number
}

/** A template, locked for the rest of the transaction. */
export async function lockTemplate(crm: Crm, id: number): Promise<TemplateRow> {
  const template = await findTemplate(crm, id, crm.sql`for update`)
  if (!template) throw failure('missing', 'Project template not found')
  return template
}

/** A template that a project is made from: nobody deletes it before the transaction ends. */
export async function holdTemplate(crm: Crm, id: number): Promise<TemplateRow> {
  const template = await findTemplate(crm, id, crm.sql`for share`)
  if (!template) throw doesNotExist('template_id', id)
  return template
}

async function findTemplate({ sql, actor }: Crm, id: number, lock: Fragment): Promise<TemplateRow | undefined> {
  const [template] = await sql<TemplateRow[]>`
    select * from crm.project_template
    where company_id = ${actor.companyId} and id = ${id} and not is_deleted ${lock}`
  return template
}
