import { describe, expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { aDeal, aPerson, aProduct } from '../../../testing/builders.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { userWithout } from '../../../testing/rightsOfUsers.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import type { Row } from './shape.ts'

const crm = await startTestCrm()

async function rows(by: TestUser, query: string): Promise<(Row & Record<string, unknown>)[]> {
  const { status, body } = await by.call('GET', `/app/api/rows?${query}`)
  expect([status, body.error], query).toEqual([200, undefined])
  return body.data
}

const names = async (by: TestUser, query: string) => (await rows(by, query)).map(row => row.name ?? row.title)

describe('changing rows', () => {
  const change = (by: TestUser, body: object, headers = {}) => by.call('POST', '/app/api/rows/changes', body, headers)

  test('50 rows of 4 values in one call, which is undone by its id', async () => {
    const user = await crm.company()
    const own = await addField(user, 'person', 'varchar')
    const ids: number[] = []
    const records = Array.from({ length: 50 }, (_, nr) => ({ name: `Before ${nr}` }))
    for (const { id } of (await user.call('POST', '/v2/persons/upsert', { records })).body.data) ids.push(id)
    const values = { name: 'After', job_title: 'Boss', notes: 'x', custom_fields: { [own.key]: 'y' } }

    const { status, body } = await change(
      user,
      { kind: 'person', rows: ids.map(id => ({ id, version: 1, values })) },
      { 'x-request-id': 'one-paste' },
    )

    expect([status, body.data.problems, body.data.changed.length]).toEqual([200, [], 50])
    expect(new Set(await names(user, 'kind=person'))).toEqual(new Set(['After']))
    expect((await user.call('POST', '/v2/changes/revert', { correlation_id: 'one-paste' })).status).toBe(200)
    expect(await names(user, 'kind=person&limit=1')).toEqual(['Before 0'])
  })

  test('422 changes nothing and names every value that was refused; asked to, the rest is changed', async () => {
    const user = await crm.company()
    const when = await addField(user, 'deal', 'date')
    const [one, two] = [await aDeal(user, { title: 'One' }), await aDeal(user, { title: 'Two' })]
    const body = {
      kind: 'deal',
      rows: [
        { id: one.id, values: { title: '', value: 'much', probability: 10, custom_fields: { [when.key]: 'soon' } } },
        { id: two.id, values: { title: 'Changed' } },
        { id: 999_999, values: { title: 'Nobody' } },
      ],
    }

    const refused = await change(user, body)

    expect([refused.status, refused.body.problems.map((p: { id: number; field?: string }) => [p.id, p.field])]).toEqual(
      [
        422,
        [
          [one.id, 'title'],
          [one.id, 'value'],
          [one.id, `custom_fields.${when.key}`],
          [999_999, undefined],
        ],
      ],
    )
    expect(await names(user, 'kind=deal')).toEqual(['One', 'Two'])

    const partly = await change(user, { ...body, skip_refused: true })
    expect([partly.status, partly.body.data.changed, partly.body.data.problems.length]).toEqual([
      200,
      [one.id, two.id],
      4,
    ])
    expect((await rows(user, 'kind=deal&columns=probability&sort=id'))[0]).toMatchObject({
      title: 'One',
      probability: 10,
    })
  })

  test('a row that somebody has changed meanwhile is refused, also when both come at once', async () => {
    const user = await crm.company()
    const { id } = await aPerson(user, { name: 'Before' })
    const one = (name: string) => change(user, { kind: 'person', rows: [{ id, version: 1, values: { name } }] })

    const replies = await heldBack(
      crm,
      `select from crm.person where company_id = ${user.companyId} and id = ${id} for update`,
      () => [one('A'), one('B')],
    )

    expect(replies.map(reply => reply.status).sort()).toEqual([200, 422])
    const lost = replies.find(reply => reply.status === 422)
    expect(lost?.body.problems).toMatchObject([{ id, field: 'version' }])
  })

  test('403 for several rows without the right to change many, and for products without theirs; hidden rows are gone', async () => {
    const user = await crm.company()
    const [one, two] = [await aPerson(user), await aPerson(user, { visible_to: 1 })]
    const product = await aProduct(user)
    const few = await userWithout(crm, ['can_bulk_edit_items', 'can_edit_products'], { of: user })
    const row = (id: number) => ({ id, values: { name: 'Changed' } })

    expect((await change(few, { kind: 'person', rows: [row(one.id), row(two.id)] })).status).toBe(403)
    expect((await change(few, { kind: 'person', rows: [row(one.id)] })).status).toBe(200)
    const hidden = await change(few, { kind: 'person', rows: [row(two.id)] })
    expect([hidden.status, hidden.body.problems[0].error]).toEqual([422, 'This row is gone, or not open to you'])
    expect((await change(few, { kind: 'product', rows: [row(product.id)] })).status).toBeGreaterThanOrEqual(400)
    expect((await user.call('GET', `/v2/products/${product.id}`)).body.data.name).toBe('Product')
    expect((await change(user, { kind: 'person', rows: [row(one.id), row(one.id)] })).body.field).toBe('rows.1.id')
  })
})

test('an export has these columns and these rows alone, in their order, as far as the caller sees them', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const one = await aDeal(user, { title: 'One', value: 5 })
  const two = await aDeal(user, { title: 'Two, too', value: 7 })
  await aDeal(user, { title: 'Other' })
  const hidden = await aDeal(user, { title: 'Hidden', visible_to: 1 })
  const exported = async (as: TestUser, body: object) => {
    const reply = await fetch(`${crm.origin}/app/api/rows/export`, {
      method: 'POST',
      headers: { 'x-api-token': as.token, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'deal', columns: ['title', 'value', 'owner_id'], ...body }),
    })
    return { status: reply.status, lines: (await reply.text()).trim().split('\r\n') }
  }

  const { lines } = await exported(user, { ids: [one.id, two.id, hidden.id], sort: '-value' })
  expect(lines[0]).toMatch(/Deal - Title,Deal - Value,Deal - Owner$/)
  expect(lines.slice(1).map(line => line.replace(/,[^,]*$/, ''))).toEqual(['"Two, too",7', 'One,5', 'Hidden,0'])
  expect((await exported(user, { columns: ['title'], filter: { owner_id: user.userId } })).lines).toHaveLength(5)

  expect((await exported(colleague, {})).status).toBe(403)
  await crm.sql`update crm.app_user set is_admin = false where id = ${colleague.userId}`
  expect((await exported(user, { columns: ['nothing'] })).status).toBe(400)
})
