import { LeadsApi } from 'pipedrive/v1'
import * as newer from 'pipedrive/v2'
import * as older from 'pipedrive-classic/v1'
import { describe, expect, test } from 'vitest'
import { addSearchSamples } from '../../testing/searchSamples.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner
const { ids, leadId, fieldKey } = await addSearchSamples(crm)

interface Found {
  result_score: number
  item: { id: number | string; type: string; title?: string; name?: string }
}

describe('the newer client', () => {
  test('searches everything, best first', async () => {
    const api = new newer.ItemSearchApi(user.v2)

    const all = await api.searchItem({ term: 'rocket' })

    const items = (all.data?.items ?? []) as Found[]
    expect(items.map(({ item }) => `${item.type} ${item.title ?? item.name}`)).toEqual([
      'deal Rocket',
      'lead Rocket lead',
      'product Rocket engine',
      'organization Acme Rockets',
      'deal Second rocket 100%',
      'deal Procket',
    ])
    expect(items.map(hit => hit.result_score)).toEqual(items.map(hit => hit.result_score).sort((a, b) => b - a))
    const products = await api.searchItem({
      term: 'rocket',
      item_types: 'product',
      include_fields: 'product.price',
    })
    expect(products.data?.items).toMatchObject([
      { item: { id: ids.product, prices: [{ currency: 'EUR', price: 99.5 }] } },
    ])
  })

  test('searches each kind of record with its own fields', async () => {
    const deals = await new newer.DealsApi(user.v2).searchDeals({
      term: 'rocket',
      status: 'won',
      include_fields: 'deal.cc_email',
    })
    expect(deals.data?.items).toMatchObject([
      {
        item: {
          id: ids.won,
          type: 'deal',
          status: 'won',
          currency: 'USD',
          owner: { id: user.userId },
          person: { id: ids.person, name: 'Иван Müller' },
          organization: null,
          is_archived: false,
          cc_email: expect.stringContaining(`+deal${ids.won}@`),
        },
      },
    ])
    const persons = await new newer.PersonsApi(user.v2).searchPersons({
      term: 'ivan@example.com',
      fields: 'email',
      exact_match: true,
    })
    expect(persons.data?.items).toMatchObject([
      {
        item: {
          id: ids.person,
          emails: ['Ivan@Example.com'],
          phones: ['+372 555 0101'],
          notes: ['likes tea'],
          organization: { id: ids.organization },
        },
      },
    ])
    const organizations = await new newer.OrganizationsApi(user.v2).searchOrganization({
      term: 'baker',
      fields: 'address',
    })
    expect(organizations.data?.items).toMatchObject([{ item: { id: ids.organization, address: '12 Baker Street' } }])
    const products = await new newer.ProductsApi(user.v2).searchProducts({ term: 'x-78_', fields: 'code' })
    expect(products.data?.items).toMatchObject([{ item: { id: ids.product, code: 'RX-78_2' } }])
    const leads = await new newer.LeadsApi(user.v2).searchLeads({
      term: 'lead',
      person_id: ids.person,
      include_fields: 'lead.was_seen',
    })
    expect(leads.data?.items).toMatchObject([{ item: { id: leadId, was_seen: false, emails: ['Ivan@Example.com'] } }])
  })

  test('searches one field, with case', async () => {
    const api = new newer.ItemSearchApi(user.v2)
    const look = (term: string, match: 'exact' | 'beginning' | 'middle', field = 'title') =>
      api
        .searchItemByField({ term, entity_type: 'deal', match, field })
        .then(reply => (reply.data ?? []) as unknown as Found[])

    expect((await look('Rocket', 'exact')).map(hit => hit.item)).toEqual([{ id: ids.deal, title: 'Rocket' }])
    expect(await look('rocket', 'exact')).toEqual([])
    expect((await look('Sec', 'beginning')).map(hit => hit.item.id)).toEqual([ids.won])
    expect((await look('rocket', 'middle')).map(hit => hit.item.id)).toEqual([ids.won, ids.far])
    expect((await look('CT-2026', 'beginning', fieldKey)).map(hit => hit.item)).toEqual([
      { id: ids.deal, [fieldKey]: 'CT-2026-001' },
    ])
  })

  test('walks by cursor', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await user.call('GET', `/v2/itemSearch?term=rocket&limit=4${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...page.body.data.items.map((hit: Found) => `${hit.item.type} ${hit.item.id}`))
      cursor = page.body.additional_data.next_cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(6)
    expect(seen).toHaveLength(6)
  })
})

describe('the older client', () => {
  test('pages by offset', async () => {
    const api = new older.ItemSearchApi(user.classic)

    const first = await api.searchItem({ term: 'rocket', limit: 4 })
    const second = await api.searchItem({ term: 'rocket', limit: 4, start: 4 })

    expect(first.data?.items).toHaveLength(4)
    expect(first.additional_data?.pagination).toEqual({
      start: 0,
      limit: 4,
      more_items_in_collection: true,
      next_start: 4,
    })
    expect(second.data?.items).toHaveLength(2)
    expect(second.additional_data?.pagination).toEqual({ start: 4, limit: 4, more_items_in_collection: false })
  })

  test('searches each kind of record', async () => {
    const { classic, v1 } = user
    const one = async (search: Promise<{ data?: { items?: unknown[] } | undefined }>) => (await search).data?.items
    expect(await one(new older.DealsApi(classic).searchDeals({ term: 'procket' }))).toMatchObject([
      { item: { id: ids.far } },
    ])
    expect(await one(new older.PersonsApi(classic).searchPersons({ term: '0101', fields: 'phone' }))).toMatchObject([
      { item: { id: ids.person } },
    ])
    expect(await one(new older.OrganizationsApi(classic).searchOrganization({ term: 'acme' }))).toMatchObject([
      { item: { id: ids.organization } },
    ])
    expect(await one(new older.ProductsApi(classic).searchProducts({ term: 'engine' }))).toMatchObject([
      { item: { id: ids.product } },
    ])
    expect(await one(new LeadsApi(v1).searchLeads({ term: 'rocket lead', exact_match: true }))).toMatchObject([
      { item: { id: leadId } },
    ])
  })

  test('searches one field for values, or for records', async () => {
    const api = new older.ItemSearchApi(user.classic)
    const field = { term: 'ROCKET', field_type: 'dealField', field_key: 'title' } as const

    const values = await api.searchItemByField(field)
    const records = await api.searchItemByField({ ...field, exact_match: true, return_item_ids: true })

    expect(values.data).toEqual([{ title: 'Procket' }, { title: 'Rocket' }, { title: 'Second rocket 100%' }])
    expect(records.data).toEqual([{ id: ids.deal, title: 'Rocket' }])
    const emails = await user.call('GET', '/v1/itemSearch/field?field_type=personField&field_key=email&term=example')
    expect(emails.body.data).toEqual([{ email: 'Ivan@Example.com' }])
  })
})
