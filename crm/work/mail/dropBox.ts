import { failure } from '@portico/kit/api/failure'
import type { DropBox } from '@portico/kit/mail/dropBox'
import type { ParsedMessage } from '@portico/kit/mail/parsedMessage'
import type { CrmServices } from '../../base/api/context.ts'
import { receiveMessage } from './receive.ts'
import { type Recipient, readRecipient } from './recipient.ts'
import { findMailboxOwner, findMailCompany } from './recipientStore.ts'

/** Takes mail that is sent to companies and to their deals and leads. */
export function openDropBox(services: CrmServices): DropBox {
  const { database } = services
  return {
    async accepts(address) {
      const recipient = readRecipient(address)
      if (!recipient) return false
      return (await database.read(sql => findMailCompany(sql, recipient.companyDomain))) !== undefined
    },
    async deliver(message, addresses) {
      let isTaken = false
      for (const recipient of recipientsOf(addresses)) if (await deliverTo(services, recipient, message)) isTaken = true
      if (!isTaken) throw failure('missing', 'None of the companies is there any more')
    },
  }
}

/** Those of a record come first: a message that is there with a record is there for its company too. */
function recipientsOf(addresses: readonly string[]): Recipient[] {
  const found = addresses.map(readRecipient).filter(recipient => recipient !== undefined)
  const isOfRecord = ({ dealId, leadId }: Recipient) => dealId !== undefined || leadId !== undefined
  return [...found.filter(isOfRecord), ...found.filter(recipient => !isOfRecord(recipient))]
}

/** False when the company is gone. */
async function deliverTo(services: CrmServices, recipient: Recipient, message: ParsedMessage): Promise<boolean> {
  const { companyDomain, ...link } = recipient
  const senders = message.from.map(party => party.address)
  const found = await services.database.read(async sql => {
    const companyId = await findMailCompany(sql, companyDomain)
    return companyId === undefined ? undefined : { companyId, owner: await findMailboxOwner(sql, companyId, senders) }
  })
  if (!found) return false
  const { companyId, owner } = found
  if (!owner) throw failure('unavailable', `The company ${companyDomain} has no active user who could receive mail`)
  await receiveMessage(services, {
    companyId,
    userId: owner.userId,
    source: 'dropbox',
    folder: owner.isSender ? 'sent' : 'inbox',
    message,
    ...link,
  })
  return true
}
