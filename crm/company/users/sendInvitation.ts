import type { Mail } from '@portico/kit/mail/openMail'
import type { CrmServices } from '../../base/api/context.ts'
import { insertPasswordLink, passwordLinkUrl } from '../signIn/passwordLinkStore.ts'
import { addedLetter, invitationLetter } from './invitationLetter.ts'
import { findInvitee } from './invitationStore.ts'
import type { Invitation } from './invite.ts'

/** How long an invitation can be answered. */
const DAYS = 7

/**
 * The job behind invitations. The secret of the link is made here and is kept nowhere; a second run makes another one,
 * and the first stays good.
 */
export function sendInvitationTask({ database, origin }: Pick<CrmServices, 'database' | 'origin'>, mail: Mail) {
  return async (invitation: Invitation, job: { id: string }): Promise<void> => {
    const { companyId, userId, inviterId } = invitation
    const letter = await database.write(async sql => {
      const invitee = await findInvitee(sql, companyId, userId, inviterId)
      if (!invitee) return undefined
      const { accountId, email, hasPassword } = invitee
      if (hasPassword) return { to: email, ...addedLetter(invitee, `${origin}/login`) }
      const secret = await insertPasswordLink(sql, { accountId, companyId, days: DAYS })
      return { to: email, ...invitationLetter(invitee, passwordLinkUrl(origin, secret), DAYS) }
    })
    if (!letter) return
    const messageId = `<invitation-${companyId}-${userId}-${job.id}@${new URL(origin).hostname}>`
    await mail.send({ ...letter, messageId })
  }
}
