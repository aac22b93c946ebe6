import type { MailLink } from './rules.ts'

/** What an address of the drop-box stands for. */
export interface Recipient extends MailLink {
  /** The short name of a company, in lower case. */
  companyDomain: string
}

/**
 * Reads `acme@…`, `acme+deal42@…` and `acme+lead<uuid>@…`; undefined for what the drop-box does not take. Any domain is
 * as good as another: which ones lead here is decided by whoever sets up the mail of a company. `acme+person7@…` is an
 * address that persons are shown with; a message belongs to the persons it is from and to, whatever it is sent to.
 */
export function readRecipient(address: string): Recipient | undefined {
  const [local = '', domain, ...rest] = address.toLowerCase().split('@')
  if (!domain || rest.length > 0) return undefined
  const [companyDomain = '', tag, ...more] = local.split('+')
  if (companyDomain === '' || more.length > 0) return undefined
  if (tag === undefined || PERSON.test(tag)) return { companyDomain }
  const dealId = DEAL.exec(tag)?.[1]
  if (dealId !== undefined) return { companyDomain, dealId: Number(dealId) }
  const leadId = LEAD.exec(tag)?.[1]
  return leadId === undefined ? undefined : { companyDomain, leadId }
}

const PERSON = /^person\d{1,15}$/
const DEAL = /^deal(\d{1,15})$/
const LEAD = /^lead([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/
