import { expect, test } from 'vitest'
import { aDeal, aLine, anActivity, aPerson, aProduct, made } from '../../../testing/builders.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { userWithout } from '../../../testing/rightsOfUsers.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner

async function changesOf(path: string, of: TestUser = user) {
  const { status, body } = await of.call('GET', `${path}/changes`)
  expect(status).toBe(200)
  return body.data
}

const revert = (id: number, by: TestUser = user, headers = {}) =>
  by.call('POST', `/v2/changes/${id}/revert`, undefined, headers)

test('lists the changes of a record by the names of its fields, with what undoing and as_of need', async () => {
  const { id } = await aDeal(user, { title: 'Before' })
  const { headers } = await user.call('PATCH', `/v2/deals/${id}`, { title: 'After', value: 5 })

  const [changed, added] = await changesOf(`/v2/deals/${id}`)

  expect(changed).toMatchObject({
    item: 'deal',
    item_id: id,
    action: 'updated',
    user_id: user.userId,
    source: 'api',
    correlation_id: headers.get('x-correlation-id'),
    is_bulk: false,
    reverts: null,
    fields: expect.arrayContaining([
      { field: 'title', is_custom_field: false, old_value: 'Before', new_value: 'After' },
      { field: 'value', is_custom_field: false, old_value: 0, new_value: 5 },
    ]),
  })
  expect(added).toMatchObject({ action: 'added', fields: [] })
  expect((await user.call('GET', `/v2/changes/${changed.id}`)).body.data).toEqual(changed)
  expect((await user.call('GET', `/v2/deals/${id}?as_of=${added.time}`)).body.data.title).toBe('Before')
  const page = (await user.call('GET', `/v2/deals/${id}/changes?limit=1`)).body
  const next = (await user.call('GET', `/v2/deals/${id}/changes?cursor=${page.additional_data.next_cursor}`)).body
  expect([page.data, next.data, next.additional_data]).toEqual([[changed], [added], { next_cursor: null }])
})

test('what was added is deleted, what was deleted comes back, and undoing can be undone', async () => {
  const { id } = await anActivity(user, { subject: 'Call' })
  const [added] = await changesOf(`/v2/activities/${id}`)
  const deleted = async () => (await user.call('GET', `/v2/activities/${id}`)).body.data.is_deleted

  const undone = (await revert(added.id)).body.data
  expect([undone.action, undone.reverts, await deleted()]).toEqual(['deleted', added.id, true])

  const redone = (await revert(undone.id)).body.data
  expect([redone.action, await deleted()]).toEqual(['restored', false])
})

test('409 for a change that was undone already, or that has later ones on its fields, also when both come at once', async () => {
  const { id } = await aPerson(user, { name: 'One' })
  await user.call('PATCH', `/v2/persons/${id}`, { name: 'Two' })
  const [change, added] = await changesOf(`/v2/persons/${id}`)
  expect((await revert(added.id)).body).toMatchObject({ errorCode: 409 })

  const lock = `select from crm.person where company_id = ${user.companyId} and id = ${id} for update`
  const replies = await heldBack(crm, lock, () => [revert(change.id), revert(change.id)])

  expect(replies.map(reply => reply.status).sort()).toEqual([200, 409])
  expect((await user.call('GET', `/v2/persons/${id}`)).body.data.name).toBe('One')
})

test('409 for what the rules do not take any more', async () => {
  const [from, other] = [(await aPerson(user)).id, (await aPerson(user)).id]
  const { id } = await aDeal(user, { person_id: from, value: 7 })
  await user.call('PATCH', `/v2/deals/${id}`, { person_id: other })
  const [moved] = await changesOf(`/v2/deals/${id}`)
  await user.call('DELETE', `/v2/persons/${from}`)
  expect((await revert(moved.id)).body).toMatchObject({ errorCode: 409, error: expect.stringContaining('person_id') })

  await user.call('PATCH', `/v2/deals/${id}`, { value: 8 })
  const [valued] = await changesOf(`/v2/deals/${id}`)
  await aLine(user, id, { item_price: 8 })
  expect((await revert(valued.id)).body).toMatchObject({ errorCode: 409 })
  expect((await revert(999_999_999)).status).toBe(404)
})

test('412 when the record is not at the version the caller thinks', async () => {
  const { id } = await aDeal(user)
  await user.call('PATCH', `/v2/deals/${id}`, { title: 'Changed' })
  const [change] = await changesOf(`/v2/deals/${id}`)

  expect((await revert(change.id, user, { 'if-match': '"1"' })).status).toBe(412)
  expect((await revert(change.id, user, { 'if-match': '"2"' })).status).toBe(200)
})

test('403 without the right or the scope of the write it is, 404 for what the caller may not see', async () => {
  const { id: deal } = await aDeal(user)
  const { id: product } = await aProduct(user)
  await user.call('PATCH', `/v2/products/${product}`, { name: 'Changed' })
  const [added] = await changesOf(`/v2/deals/${deal}`)
  const [changed] = await changesOf(`/v2/products/${product}`)
  const mayNotDelete = await userWithout(crm, ['can_delete_deals'])
  expect((await revert(added.id, mayNotDelete)).status).toBe(403)
  expect((await revert(changed.id, await userWithout(crm, ['can_edit_products']))).status).toBe(403)

  const contactsOnly = await crm.colleague(user, { admin: true, scopes: ['contacts:full'] })
  expect((await revert(added.id, contactsOnly)).status).toBe(403)
  expect((await contactsOnly.call('GET', `/v2/changes/${added.id}`)).status).toBe(404)
  const readsDeals = await crm.colleague(user, { admin: true, scopes: ['deals:read'] })
  expect((await readsDeals.call('GET', `/v2/changes/${added.id}`)).status).toBe(200)
  expect((await revert(added.id, readsDeals)).status).toBe(403)

  const { id: hidden } = await aPerson(user, { visible_to: 1 })
  const [secret] = await changesOf(`/v2/persons/${hidden}`)
  const colleague = await crm.colleague(user)
  expect((await revert(secret.id, colleague)).status).toBe(404)
  expect((await colleague.call('GET', `/v2/changes/${secret.id}`)).status).toBe(404)
  expect((await colleague.call('GET', `/v2/changes?correlation_id=${secret.correlation_id}`)).body.data).toEqual([])
})

test('a whole import is undone by its correlation id: all of it or, if asked, what can be', async () => {
  const request = { 'x-request-id': 'import-of-monday' }
  const { id: known } = await aPerson(user, { name: 'Known' })
  const records = [{ name: 'New one' }, { name: 'New two' }, { id: known, name: 'Renamed' }]
  const imported = (await user.call('POST', '/v2/persons/upsert', { records }, request)).body.data
  const [one, two] = imported.map((item: { id: number }) => item.id)
  await user.call('PATCH', `/v2/persons/${one}`, { name: 'Edited by hand' })
  const body = { correlation_id: 'import-of-monday' }
  const found = (await user.call('GET', `/v2/changes?correlation_id=${body.correlation_id}`)).body.data
  expect(found.map((change: { item_id: number }) => change.item_id)).toEqual([known, two, one])

  const refused = await user.call('POST', '/v2/changes/revert', body)
  expect(refused.body).toMatchObject({ errorCode: 409 })
  expect((await user.call('GET', `/v2/persons/${known}`)).body.data.name).toBe('Renamed')

  const { data, additional_data } = (await user.call('POST', '/v2/changes/revert', { ...body, skip_refused: true }))
    .body
  expect(data.map(({ item_id, status }: { item_id: string; status: string }) => [Number(item_id), status])).toEqual([
    [known, 'reverted'],
    [two, 'reverted'],
    [one, 'refused'],
  ])
  expect(additional_data).toEqual({ more_items_in_collection: false })
  const now = await Promise.all([known, two, one].map(id => user.call('GET', `/v2/persons/${id}`)))
  expect(now.map(({ body }) => [body.data.name, body.data.is_deleted])).toEqual([
    ['Known', false],
    ['New two', true],
    ['Edited by hand', false],
  ])
})

test('several deletions at once come back together; 409 for a kind whose changes cannot be undone', async () => {
  const ids = [(await aDeal(user)).id, (await aDeal(user)).id]
  const { headers } = await user.call('DELETE', `/v1/deals?ids=${ids}`)
  const correlation_id = headers.get('x-correlation-id')

  expect((await user.call('POST', '/v2/changes/revert', { correlation_id })).body.data).toHaveLength(2)

  for (const id of ids) expect((await user.call('GET', `/v2/deals/${id}`)).body.data).toMatchObject({ status: 'open' })
  expect((await user.call('POST', '/v2/changes/revert', { correlation_id })).status).toBe(404)
  await made(user, '/v1/leadLabels', { name: 'New', color: 'blue' })
  const [line] = await crm.sql`select seq from crm.change where entity = 'lead_label' order by seq desc limit 1`
  expect((await revert(line?.seq)).body).toMatchObject({ errorCode: 409, error: expect.stringContaining('lead_label') })
})
