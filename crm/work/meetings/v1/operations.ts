import { type FailureCode, failure } from '@portico/kit/api/failure'
import { Id, Uuid } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { v1 } from '../../../base/api/operation.ts'
import { checkReferences } from '../../../base/records/references.ts'
import { callingApp, NO_APP } from '../../../company/oauth/callingAppStore.ts'
import { deleteLink, findLink, storeLink } from '../store.ts'

const scopes = ['video-calls'] as const
const reply = Type.Object({ message: Type.String() })

const saveUserProviderLink = v1({
  route: 'POST /meetings/userProviderLinks',
  summary: 'Say which user of the company is which one of a video-call app',
  scopes,
  body: {
    user_provider_id: Uuid,
    user_id: Id,
    company_id: Id,
    marketplace_client_id: Type.String({ minLength: 1, maxLength: 255 }),
  },
  reply,
  cost: 10,
  async run({ body: { company_id, ...link } }, crm) {
    const app = await callingApp(crm)
    if (company_id !== crm.actor.companyId)
      throw refused('forbidden', `company_id must be ${crm.actor.companyId}, the company of the caller`, 'company_id')
    if (app !== NO_APP && link.marketplace_client_id !== app)
      throw refused(
        'forbidden',
        'marketplace_client_id must be the client id of the app that calls',
        'marketplace_client_id',
      )
    await checkReferences(crm, { owner_id: link.user_id }, 'user_id')
    const change = await storeLink(crm, { ...link, app })
    if (!change) throw refused('forbidden', 'The link belongs to another app', 'user_provider_id')
    await auditCall(crm, 'meeting_link_changed', link.user_provider_id, { change, user_id: link.user_id, app })
    return { message: 'The user was linked to the video-call provider' }
  },
})

const deleteUserProviderLink = v1({
  route: 'DELETE /meetings/userProviderLinks/{id}',
  summary: 'Remove the link between a user and a video-call app',
  scopes,
  params: { id: Uuid },
  reply,
  cost: 6,
  async run({ params: { id } }, crm) {
    const link = await findLink(crm, id)
    if (!link) throw refused('missing', 'The link does not exist', 'id')
    if (link.app !== (await callingApp(crm)) && !crm.actor.isAccountAdmin)
      throw refused('forbidden', 'The link belongs to another app', 'id')
    await deleteLink(crm, id)
    await auditCall(crm, 'meeting_link_changed', id, { change: 'removed', user_id: link.user_id, app: link.app })
    return { message: 'The link between the user and the video-call provider was removed' }
  },
})

/** The contract has the text of these errors under another name as well. */
function refused(code: FailureCode, message: string, field: string) {
  return failure(code, message, { field, message })
}

export const meetings = [saveUserProviderLink, deleteUserProviderLink]
