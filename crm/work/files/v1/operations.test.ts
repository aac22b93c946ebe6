import { DealsApi, FilesApi, OrganizationsApi, PersonsApi, ProductsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, anOrganization, aPerson, aProduct } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { aFile, download } = fileCalls(crm)
const files = new FilesApi(crm.owner.v1)
const idsOf = (list: { id?: number }[] | null | undefined) => (list ?? []).map(file => file.id)

describe('the official client', () => {
  test('uploads a file, reads it back, renames it, downloads it, deletes it', async () => {
    const { id: deal_id } = await aDeal(crm.owner, { title: 'With a file' })
    const sent = new File(['Hello, file'], 'hello.txt', { type: 'text/html' })

    const added = await files.addFile({ file: sent, deal_id })
    const id = added.data?.id ?? 0
    const read = await files.getFile({ id })
    const updated = await files.updateFile({ id, name: 'Hello 1/2', description: 'A greeting' })
    const downloaded = await files.downloadFile({ id })

    expect(added.data).toMatchObject({
      user_id: crm.owner.userId,
      deal_id,
      deal_name: 'With a file',
      person_id: null,
      lead_id: null,
      project_id: null,
      file_name: 'hello.txt',
      name: 'hello.txt',
      file_type: 'text',
      file_size: 11,
      description: '',
      active_flag: true,
      inline_flag: false,
      remote_location: null,
      remote_id: null,
      url: `http://portico.test/v1/files/${id}/download`,
      add_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(read).toEqual(added)
    expect(updated.data).toMatchObject({ name: 'Hello 1/2', description: 'A greeting', file_name: 'hello.txt' })
    expect(String(downloaded)).toBe('Hello, file')

    const deleted = await files.deleteFile({ id })
    const gone = await files.getFile({ id })

    expect(deleted.data).toEqual({ id })
    expect(gone.data).toMatchObject({ active_flag: false, name: 'Hello 1/2' })
    expect((await download(id)).status).toBe(410)
    expect(idsOf((await files.getFiles({ sort: 'id DESC' })).data)).not.toContain(id)
  })

  test('lists the files of each kind of record, newest last, by page and by order', async () => {
    const [deal_id, person_id, org_id, product_id] = [
      (await aDeal(crm.owner)).id,
      (await aPerson(crm.owner)).id,
      (await anOrganization(crm.owner)).id,
      (await aProduct(crm.owner)).id,
    ]
    const all = { deal_id, person_id, org_id, product_id }
    const first = await aFile(all, crm.owner, 'long text')
    const second = await aFile(all, crm.owner, 'short')
    const clients = {
      deals: new DealsApi(crm.owner.v1).getDealFiles({ id: deal_id, limit: 1 }),
      persons: new PersonsApi(crm.owner.v1).getPersonFiles({ id: person_id, sort: 'file_size ASC' }),
      organizations: new OrganizationsApi(crm.owner.v1).getOrganizationFiles({ id: org_id, start: 1 }),
      products: new ProductsApi(crm.owner.v1).getProductFiles({ id: product_id, sort: 'update_time desc, id desc' }),
    }

    const ofDeal = await clients.deals
    expect(idsOf(ofDeal.data)).toEqual([first.id])
    expect(ofDeal.additional_data).toMatchObject({ start: 0, limit: 1, more_items_in_collection: true })
    expect(idsOf((await clients.persons).data)).toEqual([second.id, first.id])
    expect(idsOf((await clients.organizations).data)).toEqual([second.id])
    const ofProduct = await clients.products
    expect(ofProduct.data).toHaveLength(2)
    expect(ofProduct.data?.[0]).toMatchObject({ product_id, product_name: 'Product' })
    const everything = await files.getFiles({ limit: 500, sort: 'id desc' })
    expect(idsOf(everything.data).slice(0, 2)).toEqual([second.id, first.id])
    expect(everything.additional_data?.pagination).toMatchObject({ limit: 100, more_items_in_collection: false })
  })

  test('keeps remote files as links', async () => {
    const [deal_id, person_id, org_id] = [
      (await aDeal(crm.owner)).id,
      (await aPerson(crm.owner)).id,
      (await anOrganization(crm.owner)).id,
    ]
    const location = { remote_location: 'googledrive' }

    const linked = await files.linkFileToItem({
      item_type: 'deal',
      item_id: deal_id,
      remote_id: '1AbC_d-9',
      ...location,
    })
    const created = await files.addFileAndLinkIt({
      file_type: 'gsheet',
      title: 'Budget',
      item_type: 'person',
      item_id: person_id,
      ...location,
    })

    expect(linked.data).toMatchObject({
      deal_id,
      remote_id: '1AbC_d-9',
      remote_location: 'googledrive',
      name: '1AbC_d-9',
      file_size: 0,
      url: 'https://drive.google.com/open?id=1AbC_d-9',
    })
    expect(created.data).toMatchObject({
      person_id,
      remote_id: null,
      remote_location: 'googledrive',
      file_type: 'gsheet',
      name: 'Budget',
      url: 'https://docs.google.com/spreadsheets/create',
    })
    const ofDeal = await new DealsApi(crm.owner.v1).getDealFiles({ id: deal_id })
    expect(ofDeal.data).toEqual([linked.data])
    const titled = await crm.owner.call('POST', '/v1/files/remoteLink', {
      ...location,
      item_type: 'organization',
      item_id: org_id,
      remote_id: 'xyz',
      title: 'Plan',
      file_type: 'gdoc',
    })
    expect(titled.body.data).toMatchObject({ org_id, name: 'Plan', file_type: 'gdoc' })

    const id = created.data?.id ?? 0
    const filled = await crm.owner.call('PUT', `/v1/files/${id}`, { remote_id: 'made_at_google' })
    expect(filled.body.data.url).toBe('https://drive.google.com/open?id=made_at_google')
    expect((await download(id)).status).toBe(409)
  })
})

describe('the life of a file', () => {
  test('is in the change log and in the flow of its records', async () => {
    const [deal_id, person_id, org_id] = [
      (await aDeal(crm.owner)).id,
      (await aPerson(crm.owner)).id,
      (await anOrganization(crm.owner)).id,
    ]
    const { id } = await aFile({ deal_id, person_id, org_id })
    await files.updateFile({ id, name: 'Renamed' })

    for (const path of [`deals/${deal_id}`, `persons/${person_id}`, `organizations/${org_id}`]) {
      const flow = (await crm.owner.call('GET', `/v1/${path}/flow`)).body
      const entry = flow.data.find(({ object }: { object: string }) => object === 'file')
      expect(entry).toMatchObject({ object: 'file', data: { id, deal_id, person_id, org_id, name: 'Renamed' } })
      expect(entry.timestamp).toBe(entry.data.add_time)
    }
    await files.deleteFile({ id })
    const after = (await crm.owner.call('GET', `/v1/deals/${deal_id}/flow?items=file`)).body
    const log = await crm.sql`
      select action, before, actor_id from crm.change where entity = 'file' and entity_id = ${String(id)} order by seq`

    expect(after.data).toBeNull()
    expect(log).toMatchObject([
      { action: 'added', before: null, actor_id: crm.owner.userId },
      { action: 'updated', before: { name: 'offer.txt' } },
      { action: 'deleted', before: { is_deleted: false } },
    ])
  })

  test('412 instead of a lost update, 410 after deletion, and active_flag brings it back', async () => {
    const { id } = await aFile()
    const { headers } = await crm.owner.call('GET', `/v1/files/${id}`)
    const match = { 'if-match': headers.get('etag') ?? '' }

    const first = await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'First' }, match)
    const second = await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'Second' }, match)
    await files.deleteFile({ id })
    const again = await crm.owner.call('DELETE', `/v1/files/${id}`)
    const gone = await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'Third' })
    const back = await crm.owner.call('PUT', `/v1/files/${id}`, { active_flag: true })

    expect([first.status, second.status, again.status, gone.status, back.status]).toEqual([200, 412, 200, 410, 200])
    expect(back.body.data).toMatchObject({ name: 'First', active_flag: true })
    expect((await download(id)).status).toBe(200)
  })

  test('a form says the same as JSON, and a name nobody can see is refused', async () => {
    const { id } = await aFile()

    const form = await crm.owner.call('PUT', `/v1/files/${id}`, 'name=From+a+form&description=', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    const unseen = await crm.owner.call('PUT', `/v1/files/${id}`, { name: '\u202e \t' })
    const local = await crm.owner.call('PUT', `/v1/files/${id}`, { remote_id: 'abc' })
    const nothing = await crm.owner.call('PUT', `/v1/files/${id}`, {})

    expect(form.body.data).toMatchObject({ name: 'From a form', description: '' })
    expect(unseen).toMatchObject({ status: 400, body: { field: 'name' } })
    expect(local).toMatchObject({ status: 400, body: { field: 'remote_id' } })
    expect(nothing.body.data).toEqual(form.body.data)
  })

  test('400 for an order nobody knows, null for an empty list', async () => {
    const { id: deal } = await aDeal(crm.owner)

    for (const sort of ['file_key', 'constructor', 'id down'])
      expect(await crm.owner.call('GET', `/v1/files?sort=${sort}`)).toMatchObject({
        status: 400,
        body: { field: 'sort' },
      })
    expect((await crm.owner.call('GET', `/v1/deals/${deal}/files`)).body).toMatchObject({ success: true, data: null })
  })
})

test('is found by its name and description, by those who see it, until it is deleted', async () => {
  const colleague = await crm.colleague(crm.owner)
  const { id: deal_id } = await aDeal(crm.owner, { title: 'Hidden away', visible_to: 1 })
  const { id } = await aFile({ deal_id })
  await files.updateFile({ id, name: 'Xylophone offer', description: 'for the quartet' })
  const found = async (path: string, user = crm.owner) =>
    (await user.call('GET', path)).body.data.items.map(({ item }: { item: object }) => item)

  const item = {
    id,
    type: 'file',
    name: 'Xylophone offer',
    url: `http://portico.test/v1/files/${id}/download`,
    deal: { id: deal_id, title: 'Hidden away' },
    person: null,
  }
  expect(await found('/v2/itemSearch?term=xylophone&item_types=file')).toMatchObject([item])
  expect(await found('/v2/itemSearch?term=quartet')).toMatchObject([item])
  expect(await found('/v1/itemSearch?term=xylophone&item_types=file&fields=name')).toMatchObject([item])
  expect(await found('/v2/itemSearch?term=quartet&item_types=file&fields=name')).toEqual([])
  expect(await found('/v2/itemSearch?term=xylophone', colleague)).toEqual([])

  await files.deleteFile({ id })
  expect(await found('/v2/itemSearch?term=xylophone')).toEqual([])
})
