import type { Crm } from '../../base/api/context.ts'
import { NOTHING } from '../../base/fields/values.ts'
import { findTarget } from '../../company/currencies/targetStore.ts'
import { createOrganization } from '../../contacts/organizations/write.ts'
import { createPerson } from '../../contacts/persons/write.ts'
import { addLines } from '../../sales/dealProducts/write.ts'
import { createDeal } from '../../sales/deals/write.ts'
import { createLead } from '../../sales/leads/write.ts'
import { createProduct } from '../../sales/products/write.ts'
import { createActivity } from '../../work/activities/write.ts'
import { createNote } from '../../work/notes/write.ts'
import {
  ACTIVITIES,
  contactOf,
  DEALS,
  dayAfter,
  LEADS,
  NOTES,
  ORGANIZATIONS,
  PEOPLE,
  PRODUCTS,
  roundAmount,
} from './sampleData.ts'
import { labelIdsOfLeads, markSamples, type SampleIds, stagesOfFirstPipeline } from './store.ts'

const custom = () => NOTHING
/** Seen by everybody, so that the screens of the whole company show the same. */
const visible_to = 7

/** Makes the records of the sample by the same writes as everything else, and remembers which they are. */
export async function makeSamples(crm: Crm, today: string): Promise<SampleIds> {
  const { currency, amountOf } = await moneyOf(crm)
  const organization: number[] = []
  for (const { name, website } of ORGANIZATIONS) {
    const made = await createOrganization(crm, { name, website, visible_to, address: () => undefined, custom })
    organization.push(made.id)
  }
  const person: number[] = []
  for (const { name, org } of PEOPLE) person.push(await samplePerson(crm, name, organization[org]))
  const product: number[] = []
  for (const { name, code, unit, price } of PRODUCTS) {
    const prices = [{ currency, price: amountOf(price) }]
    product.push(await createProduct(crm, { name, code, unit, prices, visible_to, custom }))
  }
  const deal = await sampleDeals(crm, today, { organization, person, product })
  const activity: number[] = []
  for (const { deal: at, days, subject, type, ...more } of ACTIVITIES)
    activity.push(
      await createActivity(crm, {
        subject,
        type,
        deal_id: deal[at] ?? null,
        org_id: organization[organizationOf(at)] ?? null,
        due_date: dayAfter(today, days),
        ...('time' in more && { due_time: more.time }),
        ...('done' in more && { done: true }),
      }),
    )
  const note: number[] = []
  for (const { deal: at, text } of NOTES) note.push(await createNote(crm, { content: text, deal_id: deal[at] ?? null }))
  const labels = await labelIdsOfLeads(crm)
  const lead: string[] = []
  for (const { title, person: at, amount, label } of LEADS) {
    const labelId = label === undefined ? undefined : labels[label]
    lead.push(
      await createLead(crm, {
        title,
        person_id: person[at] ?? null,
        organization_id: organization[PEOPLE[at].org] ?? null,
        label_ids: labelId ? [labelId] : [],
        ...(amount > 0 && { value: { amount: amountOf(amount), currency } }),
        visible_to,
        custom,
      }),
    )
  }
  const made = { organization, person, product, deal, activity, note, lead }
  await markSamples(crm, made)
  return made
}

async function samplePerson(crm: Crm, name: string, org_id: number | undefined): Promise<number> {
  const { email, phone } = contactOf(name)
  const point = (value: string) => [{ value, label: 'work', primary: true }]
  const given = { name, org_id: org_id ?? null, emails: point(email), phones: point(phone), visible_to, custom }
  return (await createPerson(crm, { ...given, postal_address: () => undefined })).id
}

async function sampleDeals(
  crm: Crm,
  today: string,
  { organization, person, product }: Pick<SampleIds, 'organization' | 'person' | 'product'>,
): Promise<number[]> {
  const { currency, amountOf } = await moneyOf(crm)
  const stages = await stagesOfFirstPipeline(crm)
  const noon = (days: number) => new Date(`${dayAfter(today, days)}T12:00:00Z`)
  const deals: number[] = []
  for (const [at, { title, person: who, progress, amount, added, closes, outcome, lines }] of DEALS.entries()) {
    const stage_id = stages[Math.round(progress * (stages.length - 1))]
    const { id } = await createDeal(crm, {
      title,
      person_id: person[who] ?? null,
      org_id: organization[organizationOf(at)] ?? null,
      ...(stage_id !== undefined && { stage_id }),
      value: amountOf(amount),
      currency,
      expected_close_date: dayAfter(today, closes),
      add_time: noon(-added),
      visible_to,
      custom,
      ...(outcome?.status === 'won' && { status: 'won' as const, won_time: noon(-outcome.days) }),
      ...(outcome?.status === 'lost' && {
        status: 'lost' as const,
        lost_time: noon(-outcome.days),
        lost_reason: outcome.reason,
      }),
    })
    if (lines)
      await addLines(
        crm,
        id,
        lines.map(([nr, quantity]) => ({
          product_id: product[nr] ?? 0,
          item_price: amountOf(PRODUCTS[nr]?.price ?? 0),
          quantity,
        })),
        true,
      )
    deals.push(id)
  }
  return deals
}

function organizationOf(deal: number): number {
  return PEOPLE[DEALS[deal]?.person ?? 0]?.org ?? 0
}

/** The currency of whoever asks; where nobody knows what it is worth, a dollar is one of it. */
async function moneyOf(crm: Crm): Promise<{ currency: string; amountOf: (dollars: number) => number }> {
  const currency = crm.actor.defaultCurrency
  const perDollar = Number((await findTarget(crm, currency))?.reference ?? 1)
  return { currency, amountOf: dollars => roundAmount(dollars, perDollar) }
}
