import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { logChange } from '../../base/changes/logStore.ts'
import type { MailTemplate } from './app/shape.ts'
import { requireKnownFields } from './mergeFields.ts'
import { deleteTemplate, findTemplate, insertTemplate, type TemplateInput, updateTemplate } from './store.ts'

/** The log says that there is another template, for whoever has the list on screen; not what is in it. */
const LOGGED = 'mail_template'

export async function createTemplate(crm: Crm, given: TemplateInput & { name: string }): Promise<MailTemplate> {
  const template = await insertTemplate(crm, readable(given))
  await logChange(crm, LOGGED, template.id, 'added', {})
  return template
}

export async function changeTemplate(crm: Crm, id: number, given: TemplateInput): Promise<MailTemplate> {
  const template = await updateTemplate(crm, id, readable(given))
  if (!template) return refuse(crm, id)
  await logChange(crm, LOGGED, id, 'updated', {})
  return template
}

export async function removeTemplate(crm: Crm, id: number): Promise<void> {
  if (!(await deleteTemplate(crm, id))) return refuse(crm, id)
  await logChange(crm, LOGGED, id, 'deleted', {})
}

/** Why nothing was changed: there is none that the caller sees, or it is somebody else's. */
async function refuse(crm: Crm, id: number): Promise<never> {
  if (await findTemplate(crm, id)) throw failure('forbidden', 'Only its owner and admins change a shared mail template')
  throw failure('missing', 'Mail template not found')
}

function readable<Given extends TemplateInput>(given: Given): Given {
  const name = given.name?.trim()
  if (name === '') throw failure('invalid', 'name must not be empty', { field: 'name' })
  if (given.subject !== undefined && /[\p{Cc}\u2028\u2029]/u.test(given.subject))
    throw failure('invalid', 'subject must be one line', { field: 'subject' })
  requireKnownFields(given.subject ?? '', 'subject')
  requireKnownFields(given.body ?? '', 'body')
  return { ...given, ...(name !== undefined && { name }) }
}
