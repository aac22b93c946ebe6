import fc from 'fast-check'
import { DealFieldsApi } from 'pipedrive/v1'
import { beforeAll, expect, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { CUSTOM_TYPES, type CustomType, PARTS } from './types.ts'

const crm = await startTestCrm()
let user: TestUser
const keys = new Map<CustomType, string>()
const optionIds = new Map<CustomType, number[]>()
let person: number
let organization: number

beforeAll(async () => {
  user = crm.owner
  const fields = new DealFieldsApi(user.v1)
  for (const field_type of CUSTOM_TYPES) {
    const options = ['enum', 'set'].includes(field_type) ? [{ label: 'a' }, { label: 'b' }, { label: 'c' }] : undefined
    const added = await fields.addDealField({
      CreateFieldRequest: { name: `My ${field_type}`, field_type, ...(options && { options }) },
    })
    const { key = '', options: made } = added.data ?? {}
    keys.set(field_type, key)
    optionIds.set(
      field_type,
      ((made ?? []) as { id: number }[]).map(option => option.id),
    )
  }
  const [one] = await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to)
    values (${user.companyId}, 'P', ${user.userId}, 7) returning id`
  const [other] = await crm.sql`insert into crm.organization (company_id, name, owner_id, visible_to)
    values (${user.companyId}, 'O', ${user.userId}, 7) returning id`
  person = one?.id
  organization = other?.id
})

const text = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const clock = fc.integer({ min: 0, max: 86_399 }).map(seconds => new Date(seconds * 1000).toISOString().slice(11, 19))
const amount = fc.integer({ min: -1e9, max: 1e9 }).map(cents => cents / 100)

/** A value of every type in the flat form of v1: the field itself, and its parts. */
function flatValues(): fc.Arbitrary<Record<string, unknown>> {
  const anyOf = (type: CustomType) => fc.constantFrom(...(optionIds.get(type) ?? []))
  const values: Record<CustomType, fc.Arbitrary<Record<string, unknown>>> = {
    varchar: fc.record({ '': text }),
    varchar_auto: fc.record({ '': text }),
    phone: fc.record({ '': text }),
    text: fc.record({ '': text }),
    double: fc.record({ '': amount }),
    date: fc.record({ '': day }),
    user: fc.record({ '': fc.constant(user.userId) }),
    org: fc.record({ '': fc.constant(organization) }),
    people: fc.record({ '': fc.constant(person) }),
    visible_to: fc.record({ '': fc.constantFrom('1', '3', '5', '7') }),
    enum: fc.record({ '': anyOf('enum').map(String) }),
    set: fc.record({ '': fc.uniqueArray(anyOf('set'), { minLength: 1 }).map(ids => ids.join(',')) }),
    monetary: fc.record({ '': amount, _currency: fc.constantFrom('EUR', 'USD') }),
    daterange: fc.tuple(day, day).map(days => {
      const [from, until] = days.sort()
      return { '': from, _until: until }
    }),
    time: fc.record({ '': clock, _timezone_id: fc.integer({ min: 1, max: 500 }), _timezone_name: text }),
    timerange: fc.record({
      '': clock,
      _until: clock,
      _timezone_id: fc.integer({ min: 1, max: 500 }),
      _timezone_name: text,
    }),
    address: fc.record({
      '': text,
      ...Object.fromEntries((PARTS.address ?? []).map(([part]) => [`_${part}`, fc.option(text, { nil: null })])),
    }),
  }
  const flat = CUSTOM_TYPES.map(type =>
    values[type].map(parts => Object.entries(parts).map(([part, value]) => [`${keys.get(type)}${part}`, value])),
  )
  return fc.tuple(...flat).map(entries => Object.fromEntries(entries.flat()))
}

const flatOf = (deal: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(deal).filter(([name]) => /^[0-9a-f]{40}/.test(name)))

test('what is written in v1 is read in v2 and written there is read in v1, for all 17 types at once', async () => {
  await fc.assert(
    fc.asyncProperty(flatValues(), async flat => {
      const written = await user.call('POST', '/v1/deals', { title: 'flat', ...flat })
      expect(written.body.error).toBeUndefined()
      const typed = (await user.call('GET', `/v2/deals/${written.body.data.id}`)).body.data.custom_fields

      const copied = await user.call('POST', '/v2/deals', { title: 'typed', custom_fields: typed })
      expect(copied.body.error).toBeUndefined()
      const back = flatOf((await user.call('GET', `/v1/deals/${copied.body.data.id}`)).body.data)

      expect(back).toEqual(flat)
      expect(Object.keys(typed)).toHaveLength(CUSTOM_TYPES.length)
    }),
    { numRuns: 10, endOnFailure: true },
  )
})

test('400 naming the field for text that cannot be stored', async () => {
  const key = keys.get('varchar') ?? ''
  for (const value of ['a\u0000b', 'a\ud800b']) {
    const refused = await user.call('POST', '/v2/deals', { title: 'x', custom_fields: { [key]: value } })
    expect(refused.body).toMatchObject({ errorCode: 400, field: `custom_fields.${key}` })
  }
})

test('400 naming the field when it names a person of another company', async () => {
  const other = await crm.company()
  const [stranger] = await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to)
    values (${other.companyId}, 'S', ${other.userId}, 7) returning id`
  const key = keys.get('people') ?? ''

  const refused = await user.call('POST', '/v2/deals', { title: 'x', custom_fields: { [key]: stranger?.id } })

  expect(refused.body).toMatchObject({ errorCode: 400, field: `custom_fields.${key}` })
})

test('400 naming the field as the caller wrote it, for people and currencies that are not there', async () => {
  const people = keys.get('people') ?? ''
  const money = keys.get('monetary') ?? ''
  const flat = await user.call('POST', '/v1/deals', { title: 'x', [people]: 999_999 })
  expect(flat.body).toMatchObject({ errorCode: 400, field: people })
  const currency = await user.call('POST', '/v1/deals', { title: 'x', [money]: 5, [`${money}_currency`]: 'QQQ' })
  expect(currency.body).toMatchObject({ errorCode: 400, field: `${money}_currency` })
  const typed = { [money]: { value: 5, currency: 'QQQ' } }
  const refused = await user.call('POST', '/v2/deals', { title: 'x', custom_fields: typed })
  expect(refused.body).toMatchObject({ errorCode: 400, field: `custom_fields.${money}.currency` })
})

test('400 for days and times in the year 0, which the database cannot keep', async () => {
  const day = await user.call('POST', '/v2/deals', { title: 'x', expected_close_date: '0000-01-01' })
  expect(day.body).toMatchObject({ errorCode: 400, field: 'expected_close_date' })
  const time = await user.call('POST', '/v2/deals', { title: 'x', status: 'won', won_time: '0000-01-01T00:00:00Z' })
  expect(time.body).toMatchObject({ errorCode: 400, field: 'won_time' })
  const early = await user.call('GET', '/v2/deals?updated_since=0001-01-01T00:00:00%2B02:00')
  expect(early.body).toMatchObject({ errorCode: 400, field: 'updated_since' })
  const flat = await user.call('POST', '/v1/deals', { title: 'x', add_time: '0000-01-01 00:00:00' })
  expect(flat.body).toMatchObject({ errorCode: 400, field: 'add_time' })
})
