import { aDeal } from './builders.ts'
import type { TestCrm } from './startTestCrm.ts'

/** Records that searches look for: one of each kind about rockets, and deals named more or less like them. */
export async function addSearchSamples(crm: TestCrm) {
  const user = crm.owner
  const { companyId, userId } = user
  const { key: fieldKey } = (await user.call('POST', '/v1/dealFields', { name: 'Contract', field_type: 'varchar' }))
    .body.data
  const [organization] = await crm.sql`insert into crm.organization (company_id, name, owner_id, visible_to, address)
    values (${companyId}, 'Acme Rockets', ${userId}, 7, '{"value": "12 Baker Street"}') returning id`
  const [person] =
    await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to, org_id, emails, phones, notes)
    values (${companyId}, 'Иван Müller', ${userId}, 7, ${organization?.id}, '[{"value":"Ivan@Example.com","label":"work","primary":true}]',
      '[{"value":"+372 555 0101","label":"work","primary":true}]', 'likes tea') returning id`
  const [product] = await crm.sql`insert into crm.product (company_id, name, code, owner_id, visible_to)
    values (${companyId}, 'Rocket engine', 'RX-78_2', ${userId}, 7) returning id`
  await crm.sql`insert into crm.product_price (company_id, product_id, currency, price) values (${companyId}, ${product?.id}, 'EUR', 99.5)`
  const [lead] = await crm.sql`insert into crm.lead (company_id, title, owner_id, creator_id, person_id, visible_to)
    values (${companyId}, 'Rocket lead', ${userId}, ${userId}, ${person?.id}, 7) returning id`
  const contract = { [fieldKey]: 'CT-2026-001' }
  const deal = await aDeal(user, { title: 'Rocket', value: 10, org_id: organization?.id, custom_fields: contract })
  const won = await aDeal(user, { title: 'Second rocket 100%', status: 'won', person_id: person?.id })
  const far = await aDeal(user, { title: 'Procket' })
  const ids: Record<string, number> = {
    organization: organization?.id,
    person: person?.id,
    product: product?.id,
    deal: deal.id,
    won: won.id,
    far: far.id,
  }
  return { ids, leadId: lead?.id as string, fieldKey: fieldKey as string }
}
