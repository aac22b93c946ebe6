import { expect, test } from 'vitest'
import { aDeal, anOrganization, aPerson } from '../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import type { MailTemplate } from './app/shape.ts'

const crm = await startTestCrm()

const aTemplate = async (user: TestUser, body: object): Promise<MailTemplate> => {
  const { status, body: reply } = await user.call('POST', '/app/api/mailTemplates', { name: 'Offer', ...body })
  expect([status, reply.error]).toEqual([201, undefined])
  return reply.data
}
const names = async (user: TestUser) =>
  (await user.call('GET', '/app/api/mailTemplates')).body.data.map(({ name }: MailTemplate) => name)

test('own ones and shared ones are listed; owners change theirs, admins what is shared, others neither', async () => {
  const admin = await crm.company()
  const [mia, ben] = [await crm.colleague(admin), await crm.colleague(admin)]
  const own = await aTemplate(mia, { name: 'Own' })
  const shared = await aTemplate(mia, { name: 'Shared', is_shared: true })

  expect(await names(mia)).toEqual(['Own', 'Shared'])
  expect(await names(ben)).toEqual(['Shared'])
  expect(await names(admin)).toEqual(['Shared'])
  const change = (by: TestUser, { id }: MailTemplate) =>
    by.call('PATCH', `/app/api/mailTemplates/${id}`, { subject: 'New' }).then(({ status }) => status)
  expect([await change(mia, own), await change(ben, own), await change(admin, own)]).toEqual([200, 404, 404])
  expect([await change(mia, shared), await change(ben, shared), await change(admin, shared)]).toEqual([200, 403, 200])
  expect((await ben.call('DELETE', `/app/api/mailTemplates/${shared.id}`)).status).toBe(403)
  expect((await ben.call('GET', `/app/api/mailTemplates/${own.id}/filled`)).status).toBe(404)
  expect((await admin.call('DELETE', `/app/api/mailTemplates/${shared.id}`)).status).toBe(200)
  expect(await names(mia)).toEqual(['Own'])
})

test('unknown merge fields are refused by name, a name is needed, a subject is one line', async () => {
  const user = await crm.company()
  const refused = async (body: object) =>
    (await user.call('POST', '/app/api/mailTemplates', { name: 'X', ...body })).body.error

  expect(await refused({ body: 'Dear {{person.frist_name}}' })).toContain('{{person.frist_name}}')
  expect(await refused({ subject: '{{nothing}}' })).toContain('subject has merge fields that do not exist: {{nothing}}')
  expect(await refused({ name: '  ' })).toContain('name')
  expect(await refused({ subject: 'a\nb' })).toContain('one line')
  const { id } = await aTemplate(user, {})
  const change = await user.call('PATCH', `/app/api/mailTemplates/${id}`, { body: '{{deal.x}}' })
  expect([change.status, change.body.error]).toEqual([400, expect.stringContaining('{{deal.x}}')])
})

test('filled in from the deal, the recipient and the sender, as far as the writer sees them; the rest is named', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const org = await anOrganization(user, { name: 'Acme' })
  const ada = await aPerson(user, { name: 'Ada Lovelace', emails: [{ value: 'Ada@acme.test', primary: true }] })
  const bob = await aPerson(user, { name: 'Bob Stone', emails: [{ value: 'bob@acme.test' }], visible_to: 1 })
  const deal = await aDeal(user, { title: 'Roof', value: 1200, person_id: ada.id, org_id: org.id })
  const body =
    '{{person.first_name}}|{{person.email}}|{{organization.name}}|{{deal.title}}|{{deal.value}}|{{sender.name}}'
  const { id } = await aTemplate(user, { subject: 'About {{deal.title}}', body, is_shared: true })
  const filled = async (by: TestUser, query: string) =>
    (await by.call('GET', `/app/api/mailTemplates/${id}/filled?${query}`)).body.data

  const { name } = (await user.call('GET', '/v1/users/me')).body.data
  expect(await filled(user, `deal_id=${deal.id}`)).toEqual({
    subject: 'About Roof',
    body: `Ada|Ada@acme.test|Acme|Roof|$1,200|${name}`,
    missing: [],
  })
  expect((await filled(user, `deal_id=${deal.id}&address=BOB@acme.test`)).body).toContain('Bob|bob@acme.test|Acme')
  // Whoever may not see Bob writes to the contact of the deal.
  expect((await filled(colleague, `deal_id=${deal.id}&address=bob@acme.test`)).body).toContain('Ada|')
  await user.call('PATCH', `/v2/deals/${deal.id}`, { visible_to: 1 })
  const hidden = await filled(colleague, `deal_id=${deal.id}`)
  expect(hidden.body).not.toContain('Roof')
  expect(hidden.missing).toContain('deal.title')
  expect(bob.id).toBeGreaterThan(0)
})
