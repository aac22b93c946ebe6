import { describe, expect, test } from 'vitest'
import { addFieldV1, type FieldOfV1, withOptions } from '../../testing/addField.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner

describe('deleting', () => {
  test('hides the values of a field at once and clears them out of the records', async () => {
    const field = await addFieldV1(user, 'varchar')
    const keeper = await addFieldV1(user, 'varchar')
    const made = await user.call('POST', '/v1/deals', { title: 'x', [field.key]: 'gone', [keeper.key]: 'stays' })
    const id = made.body.data.id

    await user.call('DELETE', `/v1/dealFields/${field.id}`)

    const after = (await user.call('GET', `/v2/deals/${id}`)).body.data.custom_fields
    expect(after).not.toHaveProperty(field.key)
    expect(after[keeper.key]).toBe('stays')
    expect((await user.call('GET', `/v1/deals/${id}`)).body.data).not.toHaveProperty(field.key)
    const refused = await user.call('PATCH', `/v2/deals/${id}`, { custom_fields: { [field.key]: 'again' } })
    expect(refused.body).toMatchObject({ errorCode: 400, field: `custom_fields.${field.key}` })
    expect((await user.call('PUT', `/v1/deals/${id}`, { [field.key]: 'again', title: 'y' })).status).toBe(200)
    await expect
      .poll(
        async () =>
          (await crm.sql`select custom from crm.deal where company_id = ${user.companyId} and id = ${id}`)[0]?.custom,
        { timeout: 120_000 },
      )
      .toEqual({ [keeper.key]: 'stays' })
  })

  test('takes options away from the records that had them', async () => {
    const one = await addFieldV1(user, 'enum', withOptions('a', 'b'))
    const many = await addFieldV1(user, 'set', withOptions('x', 'y'))
    const [a] = one.options
    const [x, y] = many.options
    const labels = (await user.call('GET', '/v2/dealFields/label_ids')).body.data.options
    const made = await user.call('POST', '/v2/deals', {
      title: 'Options',
      label_ids: [labels[0].id, labels[1].id],
      custom_fields: { [one.key]: a?.id, [many.key]: [x?.id, y?.id] },
    })
    expect(made.status).toBe(200)

    await user.call('DELETE', `/v2/dealFields/${one.key}/options`, [{ id: a?.id }])
    await user.call('DELETE', `/v2/dealFields/${many.key}/options`, [{ id: x?.id }])
    await user.call('DELETE', '/v2/dealFields/label_ids/options', [{ id: labels[0].id }])

    await expect
      .poll(
        async () => {
          const { label_ids, custom_fields } = (await user.call('GET', `/v2/deals/${made.body.data.id}`)).body.data
          return [label_ids, custom_fields[one.key], custom_fields[many.key]]
        },
        { timeout: 120_000 },
      )
      .toEqual([[labels[1].id], null, [y?.id]])
  })
})

describe('refusals', () => {
  test('403 for those who are no admins, but they may read', async () => {
    const colleague = await crm.colleague(user)

    expect((await colleague.call('POST', '/v1/dealFields', { name: 'x', field_type: 'text' })).status).toBe(403)
    expect((await colleague.call('PATCH', '/v2/dealFields/title', { field_name: 'x' })).status).toBe(403)
    expect((await colleague.call('GET', '/v2/dealFields')).status).toBe(200)
  })

  test('400 naming what is wrong, 403 for deleting what everyone has, 404 for another company', async () => {
    const field = await addFieldV1(user, 'enum', withOptions('a'))
    const stranger = await crm.company()
    const system = (await user.call('GET', '/v1/dealFields')).body.data.find(
      (known: FieldOfV1) => known.key === 'title',
    )
    const post = async (body: object) => (await user.call('POST', '/v1/dealFields', body)).body

    expect(await post({ name: 'x', field_type: 'colour' })).toMatchObject({ errorCode: 400, field: 'field_type' })
    expect(await post({ field_type: 'text' })).toMatchObject({ errorCode: 400, field: 'name' })
    expect(await post({ name: 'x', field_type: 'enum' })).toMatchObject({ errorCode: 400, field: 'options' })
    expect(
      (await user.call('PUT', `/v1/dealFields/${field.id}`, { options: [{ id: 999999, label: 'x' }] })).body,
    ).toMatchObject({
      errorCode: 400,
      field: 'options',
    })
    expect((await user.call('PUT', `/v1/dealFields/${system.id}`, { name: 'Head' })).body).toMatchObject({
      errorCode: 400,
      field: 'name',
    })
    expect((await user.call('DELETE', `/v1/dealFields/${system.id}`)).status).toBe(403)
    expect((await user.call('POST', '/v2/dealFields/title/options', [{ label: 'x' }])).status).toBe(400)
    expect(
      (await user.call('POST', '/v2/dealFields', { field_name: 'x', field_type: 'visible_to' })).body,
    ).toMatchObject({ field: 'field_type' })
    expect((await stranger.call('GET', `/v1/dealFields/${field.id}`)).status).toBe(404)
    expect((await user.call('DELETE', `/v1/dealFields?ids=${field.id},99999999`)).status).toBe(404)
    expect((await user.call('GET', `/v1/dealFields/${field.id}`)).status).toBe(200)
  })

  test('400 for more than 10,000 options', async () => {
    const labels = Array.from({ length: 10_000 }, (_, index) => ({ label: `option ${index}` }))
    const field = await addFieldV1(user, 'enum', { options: labels })
    expect(field.options).toHaveLength(10_000)

    const more = await user.call('POST', `/v2/dealFields/${field.key}/options`, [{ label: 'one too many' }])

    expect(more.body).toMatchObject({ errorCode: 400, field: 'options' })
    await user.call('DELETE', `/v1/dealFields/${field.id}`)
  })
})

test('fields of the same name get stable names of their own, also when made at the same time', async () => {
  const made = await heldBack(crm, 'lock table crm.field in share mode', () =>
    Array.from({ length: 4 }, () =>
      user.call('POST', '/v2/personFields', { field_name: 'Über Name!', field_type: 'text' }),
    ),
  )
  expect(made.map(reply => reply.status)).toEqual([200, 200, 200, 200])

  const rows =
    await crm.sql`select slug, order_nr from crm.field where company_id = ${user.companyId} and entity = 'person' and is_custom order by order_nr`
  expect(
    rows
      .map(row => row.slug)
      .filter(slug => slug.startsWith('uber'))
      .sort(),
  ).toEqual(['uber_name', 'uber_name_2', 'uber_name_3', 'uber_name_4'])
  expect(new Set(rows.map(row => row.order_nr)).size).toBe(rows.length)
})

test('lists of options that come at once do not mix', async () => {
  const options = [{ label: 'old' }]
  const made = await crm.owner.call('POST', '/v1/dealFields', { name: 'Racing', field_type: 'enum', options })
  const path = `/v1/dealFields/${made.body.data.id}`

  const lists = ['a', 'b', 'c'].map(label => [{ label: `${label}1` }, { label: `${label}2` }])
  const replies = await heldBack(crm, 'lock table crm.field in share mode', () =>
    lists.map(list => crm.owner.call('PUT', path, { options: list })),
  )

  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200])
  const { data } = (await crm.owner.call('GET', path)).body
  expect(lists).toContainEqual(data.options.map(({ label }: { label: string }) => ({ label })))
})

test('400 for names of blanks and for an option that is named twice', async () => {
  const options = [{ label: 'one' }, { label: 'two' }]
  const made = await crm.owner.call('POST', '/v1/dealFields', { name: 'Twice', field_type: 'enum', options })
  const { id, key, options: added } = made.body.data
  const twice = [added[0], { ...added[0], label: 'again' }]

  const refuse = async (method: string, path: string, body: object) => (await crm.owner.call(method, path, body)).body
  expect(await refuse('PUT', `/v1/dealFields/${id}`, { options: twice })).toMatchObject({ field: 'options' })
  expect(await refuse('PATCH', `/v2/dealFields/${key}/options`, twice)).toMatchObject({ field: 'options' })
  expect(await refuse('PUT', `/v1/dealFields/${id}`, { name: ' ' })).toMatchObject({ errorCode: 400, field: 'name' })
  expect(await refuse('PATCH', `/v2/dealFields/${key}`, { field_name: ' ' })).toMatchObject({ field: 'field_name' })
  for (const kind of ['pipelines', 'stages'])
    expect(await refuse('POST', `/v2/${kind}`, { name: ' ', pipeline_id: 1 })).toMatchObject({ field: 'name' })
})
