import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import { auditCall } from '../../base/access/auditStore.ts'
import { lockCompany } from '../../base/access/companyLockStore.ts'
import type { Author } from '../../base/changes/author.ts'
import { countInvitations } from './invitationStore.ts'
import { findStoredUser, missingUser } from './store.ts'

export const SEND_INVITATION = 'crm:send-invitation'

export interface Invitation {
  companyId: number
  userId: number
  /** Absent when it was a command. */
  inviterId?: number | undefined
}

/** What a company may send to people who did not ask for it. Commands are free. */
const MOST_OF_COMPANY_A_DAY = 200
const SECONDS_BETWEEN_TWO = 60

/** Has a mail sent to a user that leads to the page where a password is set, or to the log-in; once this is committed. */
export async function invite(by: Author, userId: number): Promise<void> {
  const { companyId, userId: inviterId, source } = by.actor
  if (source !== 'command') await refuseMoreThanADay(by)
  const invitation: Invitation = { companyId, userId, inviterId }
  await addJob(by.sql, SEND_INVITATION, invitation, { key: `${SEND_INVITATION}:${companyId}:${userId}` })
  await auditCall(by, 'user_invited', userId)
}

/** The same for somebody who was invited before and has not answered. */
export async function inviteAgain(by: Author, userId: number): Promise<void> {
  await lockCompany(by)
  const user = await findStoredUser(by, { id: userId })
  if (!user || user.is_deleted) throw missingUser()
  if (!user.active) throw failure('conflict', 'The user is switched off: switch the user on, which invites')
  if (user.hasPassword) throw failure('conflict', 'The user has set a password: there is nothing to invite to')
  if ((await countInvitations(by, { userId, seconds: SECONDS_BETWEEN_TWO })) > 0)
    throw failure('too_many', 'The user was invited a moment ago', { retryAfter: SECONDS_BETWEEN_TWO })
  await invite(by, userId)
}

async function refuseMoreThanADay(by: Author): Promise<void> {
  if ((await countInvitations(by, { seconds: 86_400 })) < MOST_OF_COMPANY_A_DAY) return
  throw failure('too_many', `A company sends at most ${MOST_OF_COMPANY_A_DAY} invitations a day`, { retryAfter: 3600 })
}
