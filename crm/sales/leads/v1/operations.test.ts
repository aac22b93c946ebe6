import { LeadLabelsApi, LeadsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { aLead, anActivity, anOrganization, aPerson, aProduct } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const leads = new LeadsApi(crm.owner.v1)

async function dealField(type: string): Promise<string> {
  return (await addField(crm.owner, 'deal', type)).key
}

describe('a lead', () => {
  test('with everything on it is read back as it was written', async () => {
    const [person_id, organization_id] = [(await aPerson(crm.owner)).id, (await anOrganization(crm.owner)).id]
    const labels = (await new LeadLabelsApi(crm.owner.v1).getLeadLabels()).data ?? []
    const label_ids = [labels[0]?.id ?? '', labels[1]?.id ?? '']
    const made = await leads.addLead({
      AddLeadRequest: {
        title: 'Big fish',
        person_id,
        organization_id,
        label_ids,
        value: { amount: 1500.5, currency: 'EUR' },
        expected_close_date: '2026-06-01',
        visible_to: '3',
        was_seen: true,
        origin_id: 'form-7',
        channel: 4,
        channel_id: 'abc',
      },
    })

    const read = await leads.getLead({ id: made.data?.id ?? '' })

    expect(read.data).toEqual(made.data)
    expect(read.data).toMatchObject({
      title: 'Big fish',
      owner_id: crm.owner.userId,
      creator_id: crm.owner.userId,
      person_id,
      organization_id,
      label_ids,
      value: { amount: 1500.5, currency: 'EUR' },
      expected_close_date: '2026-06-01',
      visible_to: '3',
      was_seen: true,
      source_name: 'API',
      origin: 'API',
      origin_id: 'form-7',
      channel: 4,
      channel_id: 'abc',
      is_archived: false,
      next_activity_id: null,
      source_deal_id: null,
      cc_email: `company-1+lead${read.data?.id}@portico.test`,
    })
    expect(read.data?.add_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('is changed by PATCH and by PUT, and null unsets', async () => {
    const lead = await aLead(crm.owner, {
      value: { amount: 1, currency: 'USD' },
      organization_id: (await anOrganization(crm.owner)).id,
    })
    const id = lead.id

    const changed = await leads.updateLead({
      id,
      UpdateLeadRequest: { value: null as never, person_id: null, title: null, is_archived: true },
    })
    const put = await crm.owner.call('PUT', `/v1/leads/${id}`, { title: 'By PUT', is_archived: false })

    expect(changed.data).toMatchObject({ title: 'Lead', value: null, person_id: null, is_archived: true })
    expect(put.body.data).toMatchObject({ title: 'By PUT', is_archived: false, person_id: null })
  })

  test('carries the custom fields of deals, and leaves out those without a value', async () => {
    const [text, money, empty] = [await dealField('varchar'), await dealField('monetary'), await dealField('date')]
    const { id } = await aLead(crm.owner)
    await expect
      .poll(async () => (await crm.owner.call('PATCH', `/v1/leads/${id}`, { [empty]: 'nonsense' })).status)
      .toBe(400)

    await crm.owner.call('PATCH', `/v1/leads/${id}`, { [text]: 'hello', [money]: 5, [`${money}_currency`]: 'EUR' })

    const read = (await crm.owner.call('GET', `/v1/leads/${id}`)).body.data
    expect([read[text], read[money], read[`${money}_currency`]]).toEqual(['hello', 5, 'EUR'])
    expect(read).not.toHaveProperty(empty)
    await crm.owner.call('PATCH', `/v1/leads/${id}`, { [text]: null })
    expect((await leads.getLead({ id })).data).not.toHaveProperty(text)
  })

  test('knows its next activity', async () => {
    const lead = await aLead(crm.owner)
    await crm.owner.call('POST', '/v2/activities', { lead_id: lead.id, due_date: '2026-02-02' })
    const first = await crm.owner.call('POST', '/v2/activities', { lead_id: lead.id, due_date: '2026-02-01' })

    expect((await leads.getLead({ id: lead.id })).data?.next_activity_id).toBe(first.body.data.id)
  })

  test('that is deleted is gone', async () => {
    const { id } = await aLead(crm.owner)

    expect((await leads.deleteLead({ id })).data).toEqual({ id })

    for (const [method, path] of [
      ['GET', `/v1/leads/${id}`],
      ['PATCH', `/v1/leads/${id}`],
      ['DELETE', `/v1/leads/${id}`],
      ['GET', `/v1/leads/${id}/permittedUsers`],
    ] as const)
      expect((await crm.owner.call(method, path, method === 'PATCH' ? {} : undefined)).status).toBe(404)
  })
})

describe('the lists', () => {
  test('hold leads and archived leads apart, filter, sort and page', async () => {
    const user = await crm.company()
    const api = new LeadsApi(user.v1)
    expect((await api.getLeads()).data).toBeNull()
    const { id: person } = await aPerson(user)
    const old = await aLead(user, { title: 'c' })
    const middle = await aLead(user, { title: 'a', person_id: person })
    const young = await aLead(user, { title: 'b' })
    const archived = await aLead(user, { title: 'd', is_archived: true })
    await user.call('POST', '/v2/activities', { lead_id: middle.id })
    const ids = async (query: Parameters<typeof api.getLeads>[0]) =>
      (await api.getLeads(query)).data?.map(lead => lead.id)

    expect(await ids({})).toEqual([old.id, middle.id, young.id])
    expect(await ids({ person_id: person })).toEqual([middle.id])
    expect(await ids({ owner_id: user.userId, sort: 'title DESC' as never })).toEqual([old.id, young.id, middle.id])
    expect((await ids({ sort: 'next_activity_id DESC' as never }))?.[0]).toBe(middle.id)
    expect((await api.getLeads({ updated_since: '2030-01-01T00:00:00Z' })).data).toBeNull()
    const page = await api.getLeads({ start: 1, limit: 1 })
    expect(page.data?.map(lead => lead.id)).toEqual([middle.id])
    expect(page.additional_data).toMatchObject({ start: 1, limit: 1, more_items_in_collection: true })
    expect((await api.getArchivedLeads()).data?.map(lead => lead.id)).toEqual([archived.id])
  })

  test('hold updated_since beside a stored filter, which takes the place of the owner', async () => {
    const lead = await aLead(crm.owner, { title: 'Filtered fish' })
    const title = await crm.sql`
      select id from crm.field where company_id = ${crm.owner.companyId} and entity = 'lead' and key = 'title'`
    const filter = await crm.owner.call('POST', '/v1/filters', {
      name: 'Fish',
      type: 'leads',
      conditions: {
        glue: 'and',
        conditions: [
          {
            glue: 'and',
            conditions: [
              { object: 'lead', field_id: title[0]?.id, operator: '=', value: 'Filtered fish', extra_value: null },
            ],
          },
          { glue: 'or', conditions: [] },
        ],
      },
    })
    const path = `/v1/leads?filter_id=${filter.body.data.id}&owner_id=999`

    const since = await crm.owner.call('GET', `${path}&updated_since=2020-01-01T00:00:00Z`)
    const later = await crm.owner.call('GET', `${path}&updated_since=2999-01-01T00:00:00Z`)

    expect(since.body.data).toMatchObject([{ id: lead.id }])
    expect(later.body.data).toBeNull()
  })

  test('keep the time a lead was archived when it is archived again', async () => {
    const lead = await aLead(crm.owner, { is_archived: true })
    const times = () => crm.sql`select archive_time from crm.lead where id = ${lead.id}`
    const [first] = await times()

    await crm.owner.call('PATCH', `/v1/leads/${lead.id}`, { is_archived: true })

    expect((await times())[0]).toEqual(first)
  })

  test('follow a stored filter, also by a custom field of deals', async () => {
    const key = await dealField('double')
    const [field] = await crm.sql`select id from crm.field where key = ${key}`
    const wanted = await aLead(crm.owner)
    await expect
      .poll(async () => {
        await crm.owner.call('PATCH', `/v1/leads/${wanted.id}`, { [key]: 7 })
        return (await crm.owner.call('GET', `/v1/leads/${wanted.id}`)).body.data[key]
      })
      .toBe(7)
    const condition = { object: 'deal', field_id: String(field?.id), operator: '>', value: '6', extra_value: null }
    const conditions = {
      glue: 'and',
      conditions: [
        { glue: 'and', conditions: [condition] },
        { glue: 'or', conditions: [] },
      ],
    }
    const filter = await crm.owner.call('POST', '/v1/filters', { name: 'Sevens', type: 'leads', conditions })

    const found = await leads.getLeads({ filter_id: filter.body.data.id, person_id: 999_999 })

    expect(found.data?.map(lead => lead.id)).toEqual([wanted.id])
  })

  test('show what the caller may see, and who may see it', async () => {
    const colleague = await crm.colleague(crm.owner)
    const hidden = await aLead(crm.owner, { visible_to: '1' })
    const open = await aLead(crm.owner, { visible_to: '7' })

    expect((await colleague.call('GET', `/v1/leads/${hidden.id}`)).status).toBe(404)
    expect((await colleague.call('PATCH', `/v1/leads/${hidden.id}`, { title: 'x' })).status).toBe(404)
    expect((await colleague.call('GET', `/v1/leads/${open.id}`)).status).toBe(200)
    expect((await leads.getLeadUsers({ id: hidden.id })).data).toEqual([crm.owner.userId])
    expect((await leads.getLeadUsers({ id: open.id })).data).toContain(colleague.userId)
  })
})

test('the app shows everything around a lead in one list, the newest first, and the past of a product', async () => {
  const { id } = await aLead(crm.owner, { title: 'Before' })
  await crm.owner.call('PATCH', `/v1/leads/${id}`, { title: 'After' })
  await crm.owner.call('POST', '/v1/notes', { content: 'About it', lead_id: id })
  await anActivity(crm.owner, { subject: 'Call', lead_id: id })
  const of = async (path: string) => (await crm.owner.call('GET', path)).body.data

  const flow = (await of(`/app/api/leads/${id}/flow`)) as { object: string; data: Record<string, unknown> }[]

  expect(flow.map(({ object }) => object).slice(0, 3)).toEqual(['plannedActivity', 'note', 'leadChange'])
  expect(flow[2]?.data).toMatchObject({ item_id: id, field_key: 'title', old_value: 'Before', new_value: 'After' })
  expect(await of(`/app/api/leads/${id}/flow?items=note`)).toHaveLength(1)
  const hidden = await aLead(crm.owner, { visible_to: '1' })
  const colleague = await crm.colleague(crm.owner)
  expect((await colleague.call('GET', `/app/api/leads/${id}/flow`)).status).toBe(200)
  expect((await colleague.call('GET', `/app/api/leads/${hidden.id}/flow`)).status).toBe(404)
  const product = await aProduct(crm.owner)
  await crm.owner.call('PATCH', `/v2/products/${product.id}`, { code: 'P-1' })
  expect((await of(`/app/api/products/${product.id}/flow`))[0]).toMatchObject({
    object: 'productChange',
    data: { field_key: 'code', new_value: 'P-1' },
  })
})

describe('refusals', () => {
  test('400 naming the field, for a lead about nobody and for what is not there', async () => {
    const stranger = await crm.company()
    const { id: theirs } = await aPerson(stranger)
    const { id: mine } = await aPerson(crm.owner)
    const refuse = async (body: object) => (await crm.owner.call('POST', '/v1/leads', { title: 'x', ...body })).body

    expect(await refuse({})).toMatchObject({ errorCode: 400, field: 'person_id' })
    expect(await refuse({ person_id: theirs })).toMatchObject({ errorCode: 400, field: 'person_id' })
    for (const [field, body] of Object.entries({
      organization_id: { organization_id: 999_999 },
      owner_id: { owner_id: stranger.userId },
      label_ids: { label_ids: ['00000000-0000-4000-8000-000000000000'] },
      'value.currency': { value: { amount: 1, currency: 'XXQ' } },
      visible_to: { visible_to: '2' },
    }))
      expect(await refuse({ person_id: mine, ...body })).toMatchObject({ errorCode: 400, field })
    const { id } = await aLead(crm.owner)
    expect((await crm.owner.call('PATCH', `/v1/leads/${id}`, { person_id: null })).body).toMatchObject({
      errorCode: 400,
      field: 'person_id',
    })
    expect((await stranger.call('GET', `/v1/leads/${id}`)).status).toBe(404)
  })
})
