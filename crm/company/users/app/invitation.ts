import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { inviteAgain } from '../invite.ts'

const sendInvitation = app({
  route: 'POST /users/{id}/invitation',
  summary: 'Send the invitation again to a user who has not set a password',
  rights: ['account_admin'],
  params: { id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  cost: 10,
  async run({ params: { id } }, crm) {
    await inviteAgain(crm, id)
    return { id }
  },
})

export const invitations = [sendInvitation]
