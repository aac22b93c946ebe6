import { failure } from '@portico/kit/api/failure'
import { Id, optional, Uuid } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { filledIn, MERGE_FIELD_LIST } from '../mergeFields.ts'
import { findTemplate, listTemplates } from '../store.ts'
import { selectMergeValues } from '../valuesStore.ts'
import { changeTemplate, createTemplate, removeTemplate } from '../write.ts'
import { FilledTemplate, MailTemplate, MergeField } from './shape.ts'

const params = { id: Id }

const name = Type.String({ minLength: 1, maxLength: LIMITS.lineCharacters })
const subject = Type.String({ maxLength: 500 })
const body = Type.String({ maxLength: LIMITS.textCharacters })

const getMailTemplates = app({
  route: 'GET /mailTemplates',
  summary: 'Get the mail templates of the calling user and those that others share, by name',
  reply: Type.Array(MailTemplate),
  run: (_, crm) => listTemplates(crm),
})

const getMergeFields = app({
  route: 'GET /mailTemplates/mergeFields',
  summary: 'Get what a mail template may leave open to be filled in',
  reply: Type.Array(MergeField),
  run: async () => MERGE_FIELD_LIST,
})

const addMailTemplate = app({
  route: 'POST /mailTemplates',
  summary: 'Add a mail template of the calling user, and share it with the company or not',
  body: { name, subject: optional(subject), body: optional(body), is_shared: optional(Type.Boolean()) },
  reply: MailTemplate,
  status: 201,
  cost: 5,
  run: ({ body }, crm) => createTemplate(crm, body),
})

const updateMailTemplate = app({
  route: 'PATCH /mailTemplates/{id}',
  summary: 'Change a mail template; admins change those that others share, too',
  params,
  body: { name: optional(name), subject: optional(subject), body: optional(body), is_shared: optional(Type.Boolean()) },
  reply: MailTemplate,
  cost: 5,
  run: ({ params, body }, crm) => changeTemplate(crm, params.id, body),
})

const deleteMailTemplate = app({
  route: 'DELETE /mailTemplates/{id}',
  summary: 'Delete a mail template; messages that were written with it stay as they are',
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 5,
  async run({ params: { id } }, crm) {
    await removeTemplate(crm, id)
    return { id }
  },
})

const getFilledTemplate = app({
  route: 'GET /mailTemplates/{id}/filled',
  summary: 'Get a mail template filled in for a message on a deal or lead, to a person with an address',
  params,
  query: {
    deal_id: optional(Id),
    lead_id: optional(Uuid),
    address: optional(Type.String({ maxLength: 320, description: 'Of the recipient; else the contact of the record' })),
  },
  reply: FilledTemplate,
  cost: 3,
  async run({ params, query }, crm) {
    const template = await findTemplate(crm, params.id)
    if (!template) throw failure('missing', 'Mail template not found')
    const values = await selectMergeValues(crm, query)
    const [subject, body] = [filledIn(template.subject, values), filledIn(template.body, values)]
    return { subject: subject.text, body: body.text, missing: [...new Set([...subject.missing, ...body.missing])] }
  },
})

export const mailTemplates = [
  getMailTemplates,
  getMergeFields,
  addMailTemplate,
  updateMailTemplate,
  deleteMailTemplate,
  getFilledTemplate,
]
