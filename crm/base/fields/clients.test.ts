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
import { describe, expect, test } from 'vitest'
import { addFieldV1, type FieldOfV1, withOptions } from '../../testing/addField.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner

describe('the older client', () => {
  const kinds = [
    ['dealFields', (config: never) => familyOf(new OlderDealFieldsApi(config), 'Deal')],
    ['personFields', (config: never) => familyOf(new PersonFieldsApi(config), 'Person')],
    ['organizationFields', (config: never) => familyOf(new OrganizationFieldsApi(config), 'Organization')],
    ['productFields', (config: never) => familyOf(new ProductFieldsApi(config), 'Product')],
  ] as const

  test.each(kinds)('adds, reads, changes and deletes %s', async (path, open) => {
    const api = open(user.v1 as never)
    const added = await api.add({ name: 'Size', field_type: 'enum', ...withOptions('S', 'M', 'L') })
    const id = added.data.id
    const [small, medium] = added.data.options

    const read = (await api.get(id)).data
    expect(read).toMatchObject({ id, name: 'Size', field_type: 'enum', edit_flag: true, active_flag: true })
    expect(read.key).toMatch(/^[0-9a-f]{40}$/)
    expect(read.options.map((option: FieldOfV1['options'][0]) => option.label)).toEqual(['S', 'M', 'L'])

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
    expect(listed.map((field: FieldOfV1) => field.id)).toContain(id)
    const other = (await api.add({ name: 'Other', field_type: 'varchar' })).data.id
    expect((await api.removeSeveral(`${id},${other}`)).data.id).toEqual([id, other])
    const gone = await user.call('GET', `/v1/${path}/${id}`)
    expect(gone.status).toBe(path === 'productFields' ? 410 : 404)
    expect(gone.body).toMatchObject({ success: false, error: 'The field is not found' })

    const last = (await api.add({ name: 'Last', field_type: 'text' })).data.id
    expect((await api.remove(last)).data.id).toBe(last)
  })

  test('reads the fields of activities, leads and notes', async () => {
    const own = await addFieldV1(user, 'varchar')

    const activities = await new ActivityFieldsApi(user.v1).getActivityFields()
    const leads = await new LeadFieldsApi(user.v1).getLeadFields()
    const notes = await new NoteFieldsApi(user.v1).getNoteFields()

    expect(activities.data?.map(field => field.key)).toEqual(expect.arrayContaining(['subject', 'due_date', 'user_id']))
    expect(leads.data?.map(field => field.key)).toEqual(expect.arrayContaining(['title', 'person_id', own.key]))
    expect(notes.data?.map(field => field.key)).toEqual(expect.arrayContaining(['content', 'pinned_to_deal_flag']))
  })

  test('sees system fields under their older names, with options and parts', async () => {
    const list = (await user.call('GET', '/v1/dealFields')).body
    const byKey = new Map<string, Record<string, unknown>>(list.data.map((field: FieldOfV1) => [field.key, field]))

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
