import {
  ActivityFieldsApi,
  LeadFieldsApi,
  NoteFieldsApi,
  DealFieldsApi as OlderDealFieldsApi,
  OrganizationFieldsApi,
  PersonFieldsApi,
  ProductFieldsApi,
} from 'pipedrive/v1'
import * as newer from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let user: TestUser

beforeAll(async () => {
  user = crm.owner
})

interface Named {
  id: number
  key: string
  name: string
  options: { id: number; label: string }[]
}

async function addField(field_type: string, more: object = {}, of = 'dealFields'): Promise<Named> {
  const { status, body } = await user.call('POST', `/v1/${of}`, { name: `A ${field_type}`, field_type, ...more })
  expect([status, body.error]).toEqual([of === 'productFields' ? 201 : 200, undefined])
  return body.data
}

const options = (...labels: string[]) => ({ options: labels.map(label => ({ label })) })

describe('the older client', () => {
  const kinds = [
    ['dealFields', (config: never) => familyOf(new OlderDealFieldsApi(config), 'Deal')],
    ['personFields', (config: never) => familyOf(new PersonFieldsApi(config), 'Person')],
    ['organizationFields', (config: never) => familyOf(new OrganizationFieldsApi(config), 'Organization')],
    ['productFields', (config: never) => familyOf(new ProductFieldsApi(config), 'Product')],
  ] as const

  test.each(kinds)('adds, reads, changes and deletes %s', async (path, open) => {
    const api = open(user.v1 as never)
    const added = await api.add({ name: 'Size', field_type: 'enum', ...options('S', 'M', 'L') })
    const id = added.data.id
    const [small, medium] = added.data.options

    const read = (await api.get(id)).data
    expect(read).toMatchObject({ id, name: 'Size', field_type: 'enum', edit_flag: true, active_flag: true })
    expect(read.key).toMatch(/^[0-9a-f]{40}$/)
    expect(read.options.map((option: Named['options'][0]) => option.label)).toEqual(['S', 'M', 'L'])

    const changed = await api.update(id, {
      name: 'T-shirt size',
      options: [{ id: medium.id, label: 'Medium' }, { label: 'XL' }, { id: small.id, label: 'S' }],
    })
    expect(changed.data.name).toBe('T-shirt size')
    expect(changed.data.key).toBe(read.key)
    expect(changed.data.options).toMatchObject([
      { id: medium.id, label: 'Medium' },
      { label: 'XL' },
      { id: small.id, label: 'S' },
    ])
    expect(changed.data.options_deleted).toMatchObject([{ label: 'L' }])

    const listed = (await api.list()).data
    expect(listed.map((field: Named) => field.id)).toContain(id)
    const other = (await api.add({ name: 'Other', field_type: 'varchar' })).data.id
    expect((await api.removeSeveral(`${id},${other}`)).data.id).toEqual([id, other])
    const gone = await user.call('GET', `/v1/${path}/${id}`)
    expect(gone.status).toBe(path === 'productFields' ? 410 : 404)
    expect(gone.body).toMatchObject({ success: false, error: 'The field is not found' })

    const last = (await api.add({ name: 'Last', field_type: 'text' })).data.id
    expect((await api.remove(last)).data.id).toBe(last)
  })

  test('reads the fields of activities, leads and notes', async () => {
    const own = await addField('varchar')

    const activities = await new ActivityFieldsApi(user.v1).getActivityFields()
    const leads = await new LeadFieldsApi(user.v1).getLeadFields()
    const notes = await new NoteFieldsApi(user.v1).getNoteFields()

    expect(activities.data?.map(field => field.key)).toEqual(expect.arrayContaining(['subject', 'due_date', 'user_id']))
    expect(leads.data?.map(field => field.key)).toEqual(expect.arrayContaining(['title', 'person_id', own.key]))
    expect(notes.data?.map(field => field.key)).toEqual(expect.arrayContaining(['content', 'pinned_to_deal_flag']))
  })

  test('sees system fields under their older names, with options and parts', async () => {
    const list = (await user.call('GET', '/v1/dealFields')).body
    const byKey = new Map<string, Record<string, unknown>>(list.data.map((field: Named) => [field.key, field]))

    expect(byKey.get('user_id')).toMatchObject({ name: 'Owner', field_type: 'user', edit_flag: false })
    expect(byKey.get('label')).toMatchObject({
      options: [{ label: 'Hot', color: 'red' }, { label: 'Warm' }, { label: 'Cold' }],
    })
    expect(byKey.get('status')).toMatchObject({ options: expect.arrayContaining([{ id: 'won', label: 'Won' }]) })
    expect(byKey.get('value')).toMatchObject({ subfields: [{ id: null, key: 'value_currency', is_subfield: true }] })
    expect(byKey.get('title')).toMatchObject({ mandatory_flag: true, searchable_flag: true, filtering_allowed: true })
    expect(list.additional_data).toMatchObject({ start: 0, more_items_in_collection: false })
  })
})

describe('the newer client', () => {
  test('adds, reads, changes and deletes a field and its options', async () => {
    const api = new newer.DealFieldsApi(user.v2)
    const added = await api.addDealField({
      AddDealFieldRequest: {
        field_name: 'Contract ends',
        field_type: 'set',
        options: [{ label: 'soon' }, { label: 'late' }],
        ui_visibility: { add_visible_flag: true },
        description: 'When it is over',
      },
    })
    const field_code = added.data?.field_code ?? ''
    expect(added.data).toMatchObject({
      field_name: 'Contract ends',
      is_custom_field: true,
      description: 'When it is over',
    })

    const made = await api.addDealFieldOptions({ field_code, AddDealFieldOptionsRequestInner: [{ label: 'never' }] })
    const never = made.data?.[0]?.id ?? 0
    await api.updateDealFieldOptions({
      field_code,
      UpdateDealFieldOptionsRequestInner: [{ id: never, label: 'Never' }],
    })
    const [soon] = added.data?.options ?? []
    const removed = await api.deleteDealFieldOptions({
      field_code,
      DeleteDealFieldOptionsRequestInner: [{ id: Number(soon?.id) }],
    })
    await api.updateDealField({
      field_code,
      UpdateDealFieldRequest: { field_name: 'Contract is over', important_fields: { enabled: true } },
    })

    const read = await api.getDealField({ field_code, include_fields: 'ui_visibility,important_fields' })
    expect(made.data).toEqual([{ id: never, label: 'never' }])
    expect(removed.data).toEqual([{ id: soon?.id, label: 'soon' }])
    expect(read.data).toMatchObject({
      field_name: 'Contract is over',
      options: [{ label: 'late' }, { id: never, label: 'Never' }],
      ui_visibility: { add_visible_flag: true, details_visible_flag: true, show_in_pipelines: { show_in_all: true } },
      important_fields: { enabled: true, stage_ids: [] },
    })
    expect(read.data).not.toHaveProperty('required_fields')
    const bySlug = await user.call('GET', '/v2/dealFields/contract_ends')
    expect(bySlug.body.data.field_code).toBe(field_code)
    expect((await api.deleteDealField({ field_code })).data?.field_code).toBe(field_code)
    expect((await user.call('GET', `/v2/dealFields/${field_code}`)).status).toBe(404)
  })

  test('does the same with fields of persons, organizations and products', async () => {
    const persons = new newer.PersonFieldsApi(user.v2)
    const organizations = new newer.OrganizationFieldsApi(user.v2)
    const products = new newer.ProductFieldsApi(user.v2)
    const body = { field_name: 'Kind', field_type: 'enum', options: [{ label: 'a' }] } as never
    const kinds = [
      [persons, 'Person'],
      [organizations, 'Organization'],
      [products, 'Product'],
    ] as const
    for (const [api, kind] of kinds) {
      const call = caller(api)
      const added = await call(`add${kind}Field`, { [`Add${kind}FieldRequest`]: body })
      const field_code = added.data.field_code
      const extra = await call(`add${kind}FieldOptions`, {
        field_code,
        AddDealFieldOptionsRequestInner: [{ label: 'b' }],
      })
      await call(`update${kind}FieldOptions`, {
        field_code,
        UpdateDealFieldOptionsRequestInner: [{ id: extra.data[0].id, label: 'B' }],
      })
      await call(`delete${kind}FieldOptions`, {
        field_code,
        DeleteDealFieldOptionsRequestInner: [{ id: added.data.options[0].id }],
      })
      await call(`update${kind}Field`, { field_code, [`Update${kind}FieldRequest`]: { field_name: 'Sort' } })

      const read = await call(`get${kind}Field`, { field_code })
      expect(read.data).toMatchObject({ field_name: 'Sort', options: [{ label: 'B' }] })
      const list = await call(`get${kind}Fields`, { limit: 500 })
      expect(list.data.map((field: { field_code: string }) => field.field_code)).toContain(field_code)
      await call(`delete${kind}Field`, { field_code })
    }
  })

  test('walks the list by cursor and reads activity fields', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await new newer.DealFieldsApi(user.v2).getDealFields({ limit: 7, ...(cursor && { cursor }) })
      seen.push(...(page.data ?? []).map(field => field.field_code))
      cursor = page.additional_data?.next_cursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(['owner_id', 'label_ids', 'pipeline_id']))

    const activities = new newer.ActivityFieldsApi(user.v2)
    expect((await activities.getActivityFields()).data?.map(field => field.field_code)).toContain('owner_id')
    expect((await activities.getActivityField({ field_code: 'due_date' })).data?.field_type).toBe('date')
  })
})

describe('deleting', () => {
  test('hides the values of a field at once and clears them out of the records', async () => {
    const field = await addField('varchar')
    const keeper = await addField('varchar')
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
        { timeout: 10_000 },
      )
      .toEqual({ [keeper.key]: 'stays' })
  })

  test('takes options away from the records that had them', async () => {
    const one = await addField('enum', options('a', 'b'))
    const many = await addField('set', options('x', 'y'))
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
        { timeout: 10_000 },
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
    const field = await addField('enum', options('a'))
    const stranger = await crm.company()
    const system = (await user.call('GET', '/v1/dealFields')).body.data.find((known: Named) => known.key === 'title')
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
    const field = await addField('enum', { options: labels })
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

// biome-ignore lint/suspicious/noExplicitAny: the four clients are alike but for the names of their methods
type Loose = any

function caller(api: object) {
  return (method: string, parameters: object): Promise<Loose> => (api as Loose)[method](parameters)
}

function familyOf(api: object, kind: string) {
  const call = caller(api)
  const [Create, Update] =
    kind === 'Product'
      ? ['ProductFieldAllOf', 'UpdateProductFieldResponse']
      : ['CreateFieldRequest', 'UpdateFieldRequest']
  return {
    add: (body: object) => call(`add${kind}Field`, { [Create]: body }),
    get: (id: number) => call(`get${kind}Field`, { id }),
    update: (id: number, body: object) => call(`update${kind}Field`, { id, [Update]: body }),
    list: () => call(`get${kind}Fields`, {}),
    remove: (id: number) => call(`delete${kind}Field`, { id }),
    removeSeveral: (ids: string) => call(`delete${kind}Fields`, { ids }),
  }
}

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
