import { describe, expect, test } from 'vitest'
import { addSearchSamples } from '../../testing/searchSamples.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner
const { ids } = await addSearchSamples(crm)

interface Found {
  result_score: number
  item: { id: number | string; type: string; title?: string; name?: string }
}

async function found(path: string, of = user): Promise<string[]> {
  const { status, body } = await of.call('GET', path)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.items.map(({ item }: Found) => item.title ?? item.name)
}

describe('a term', () => {
  test('is found in any alphabet, in any part of a word, in any order of words, with wild characters as they are', async () => {
    expect(await found(`/v2/persons/search?term=${encodeURIComponent('ИВАН')}`)).toEqual(['Иван Müller'])
    expect(await found(`/v2/persons/search?term=${encodeURIComponent('ва')}`)).toEqual(['Иван Müller'])
    expect(await found(`/v2/persons/search?term=${encodeURIComponent('müller иван')}`)).toEqual(['Иван Müller'])
    expect(await found('/v2/deals/search?term=100%25')).toEqual(['Second rocket 100%'])
    expect(await found('/v2/deals/search?term=r_cket')).toEqual([])
    expect(await found('/v2/deals/search?term=%25%25')).toEqual([])
    expect(await found("/v2/deals/search?term=';drop")).toEqual([])
  })

  test('is found with umlauts spelled out or not, a phone number in any spelling; hidden ones are not', async () => {
    const person = async (name: string, phone: string, visible_to = 7) =>
      user.call('POST', '/v2/persons', { name, phones: [{ value: phone }], visible_to })
    await person('Jörg Müßig', '+49 (30) 987-65 43')
    await person('Joerg Muessig', '00493098765430')
    await person('Secret Caller', '+49.30.9876543', 1)
    const names = async (term: string, of = user) =>
      (await found(`/v2/itemSearch?term=${encodeURIComponent(term)}`, of)).toSorted()
    expect(await names('muessig')).toEqual(['Joerg Muessig', 'Jörg Müßig'])
    expect(await names('jörg müß')).toEqual(['Joerg Muessig', 'Jörg Müßig'])
    expect(await names('oe')).toEqual(['Joerg Muessig', 'Jörg Müßig'])
    expect(await names('ß'.repeat(500))).toEqual([])
    expect(await names('004930/9876543')).toEqual(['Jörg Müßig', 'Secret Caller'])
    expect(await names('+49 30-9876543', await crm.colleague(user))).toEqual(['Jörg Müßig'])
    expect(await found('/v2/persons/search?term=muessig&exact_match=true')).toEqual([])
    expect(await found('/v2/persons/search?term=49309876543&fields=name')).toEqual([])
  })

  test('that is everywhere finds first what is named like it, however many are newer', async () => {
    await user.call('POST', '/v2/products', { name: 'Widget' })
    await crm.sql`
      insert into crm.product (company_id, name, owner_id, visible_to)
      select ${user.companyId}, 'Blue widget ' || nr, ${user.userId}, 7 from generate_series(1, 1000) nr`
    expect((await found('/v2/products/search?term=widget&limit=2'))[0]).toBe('Widget')
    expect(await found('/v2/products/search?term=widget&exact_match=true')).toEqual(['Widget'])
    expect(await found('/v2/products/search?term=widget&limit=500')).toHaveLength(500)
  })

  test('that is in the name of a record and in several notes on it finds the record once', async () => {
    const deal = (await user.call('POST', '/v2/deals', { title: 'Quokka' })).body.data
    for (const content of ['Quokka called', 'Quokka called again', 'the quokka was here'])
      expect((await user.call('POST', '/v1/notes', { deal_id: deal.id, content })).status).toBe(200)
    expect(await found('/v2/deals/search?term=quokka')).toEqual(['Quokka'])
    expect(await found('/v2/deals/search?term=quokka&fields=notes')).toEqual(['Quokka'])
    expect(await found('/v2/itemSearch?term=quokka')).toEqual(['Quokka'])
  })

  test('of one character must be the whole value', async () => {
    await user.call('POST', '/v2/deals', { title: 'Q' })
    expect(await found('/v2/deals/search?term=q&exact_match=true')).toEqual(['Q'])
    expect((await user.call('GET', '/v2/deals/search?term=q')).body).toMatchObject({ errorCode: 400, field: 'term' })
    expect((await user.call('GET', '/v2/deals/search?term=%20q%20')).body).toMatchObject({
      errorCode: 400,
      field: 'term',
    })
    expect((await user.call('GET', '/v2/deals/search')).body).toMatchObject({ errorCode: 400, field: 'term' })
  })

  test('is found in custom fields of searchable types only, and not after the field is deleted', async () => {
    const day = (await user.call('POST', '/v1/dealFields', { name: 'Day', field_type: 'date' })).body.data
    const word = (await user.call('POST', '/v1/dealFields', { name: 'Word', field_type: 'text' })).body.data
    await user.call('POST', '/v1/deals', { title: 'Dated', [day.key]: '2031-07-09', [word.key]: 'Zebra stripes' })

    const { body } = await user.call('GET', '/v2/deals/search?term=zebra')
    expect(body.data.items).toMatchObject([{ item: { title: 'Dated', custom_fields: ['Zebra stripes'] } }])
    expect(await found('/v2/deals/search?term=zebra&fields=title')).toEqual([])
    expect(await found('/v2/deals/search?term=2031-07')).toEqual([])
    await user.call('DELETE', `/v1/dealFields/${word.id}`)
    expect(await found('/v2/deals/search?term=zebra')).toEqual([])
  })

  test('is found the moment a record has it, and not when it has lost it or is deleted', async () => {
    const id = (await user.call('POST', '/v2/deals', { title: 'Unicorn' })).body.data.id
    expect(await found('/v2/deals/search?term=unicorn')).toEqual(['Unicorn'])
    await user.call('PATCH', `/v2/deals/${id}`, { title: 'Pegasus' })
    expect(await found('/v2/deals/search?term=unicorn')).toEqual([])
    expect(await found('/v2/deals/search?term=pegasus')).toEqual(['Pegasus'])
    await user.call('DELETE', `/v2/deals/${id}`)
    expect(await found('/v2/deals/search?term=pegasus')).toEqual([])
  })
})

test('related records come along with found contacts', async () => {
  const { body } = await user.call('GET', '/v2/itemSearch?term=acme&search_for_related_items=true')

  expect(body.data.items).toHaveLength(1)
  expect(body.data.related_items.map(({ item }: Found) => `${item.type} ${item.id}`).sort()).toEqual([
    `deal ${ids.deal}`,
    `person ${ids.person}`,
  ])
})

test('the older search looks into the names of linked records when asked', async () => {
  const { body } = await user.call('GET', '/v1/itemSearch?term=acme&fields=organization_name')
  expect(body.data.items.map(({ item }: Found) => item.id)).toEqual([ids.deal])
})

test('others find what they may see and nothing of another company', async () => {
  const colleague = await crm.colleague(user)
  const stranger = await crm.company()
  await user.call('POST', '/v2/deals', { title: 'Hidden rocket', visible_to: 1 })

  expect(await found('/v2/deals/search?term=hidden')).toEqual(['Hidden rocket'])
  expect(await found('/v2/deals/search?term=hidden', colleague)).toEqual([])
  expect(await found('/v2/itemSearch?term=rocket', stranger)).toEqual([])
  const values = await colleague.call('GET', '/v1/itemSearch/field?field_type=dealField&field_key=title&term=hidden')
  expect(values.body.data).toEqual([])
})

test('who finds a record changes with its owner, its visibility and its deletion', async () => {
  const colleague = await crm.colleague(user)
  const change = (id: number, fields: object) => user.call('PATCH', `/v2/deals/${id}`, fields)
  const add = async (kind: string, body: object) => (await user.call('POST', `/v2/${kind}`, body)).body.data.id
  const deal = await add('deals', { title: 'Shifting comet' })
  const seen = () => found('/v2/deals/search?term=shifting comet', colleague)

  expect(await seen()).toEqual(['Shifting comet'])
  await change(deal, { visible_to: 1 })
  expect(await seen()).toEqual([])
  await change(deal, { owner_id: colleague.userId })
  expect(await seen()).toEqual(['Shifting comet'])
  await change(deal, { is_deleted: true })
  expect(await seen()).toEqual([])
  await change(deal, { is_deleted: false })
  expect(await seen()).toEqual(['Shifting comet'])

  for (const [kind, body] of [
    ['persons', { name: 'Comet person' }],
    ['organizations', { name: 'Comet organization' }],
    ['products', { name: 'Comet product' }],
  ] as const) {
    const id = await add(kind, body)
    expect(await found(`/v2/${kind}/search?term=comet`)).toEqual([body.name])
    await user.call('DELETE', `/v2/${kind}/${id}`)
    expect(await found(`/v2/${kind}/search?term=comet`)).toEqual([])
  }
})

test('values of fields that are not searched are not found, nor those of a deleted field', async () => {
  const field = async (name: string, field_type: string) =>
    (await user.call('POST', '/v1/dealFields', { name, field_type })).body.data
  const [day, note] = [await field('Day', 'date'), await field('Note', 'varchar')]
  const custom_fields = { [day.key]: '2031-07-09', [note.key]: 'Marzipan 2031-07-09' }
  await user.call('POST', '/v2/deals', { title: 'Dated', custom_fields: { [day.key]: '2031-07-09' } })
  await user.call('POST', '/v2/deals', { title: 'Noted', custom_fields })

  expect(await found('/v2/deals/search?term=2031-07-09')).toEqual(['Noted'])
  expect(await found('/v2/deals/search?term=marzipan noted')).toEqual(['Noted'])
  expect(await found('/v2/deals/search?term=marzipan&fields=title')).toEqual([])
  await user.call('DELETE', `/v1/dealFields/${note.id}`)
  expect(await found('/v2/deals/search?term=marzipan')).toEqual([])
})

test('400 for a field that cannot be searched, a kind or group that is not there, a cursor we did not give out', async () => {
  const refuse = async (path: string) => (await user.call('GET', path)).body
  expect(await refuse('/v2/itemSearch/field?term=xx&entity_type=deal&field=stage_id')).toMatchObject({
    errorCode: 400,
    field: 'field',
  })
  expect(await refuse('/v1/itemSearch/field?term=xx&field_type=dealField&field_key=nope')).toMatchObject({
    errorCode: 400,
    field: 'field_key',
  })
  expect(await refuse('/v2/itemSearch?term=xx&item_types=planet')).toMatchObject({ errorCode: 400 })
  expect(await refuse('/v2/deals/search?term=xx&fields=email')).toMatchObject({ errorCode: 400 })
  expect(await refuse('/v2/deals/search?term=xx&cursor=abc')).toMatchObject({ errorCode: 400, field: 'cursor' })
  expect(await refuse('/v2/itemSearch?term=xx&limit=101')).toMatchObject({ errorCode: 400, field: 'limit' })
})
