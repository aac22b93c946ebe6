import { FilesApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { PURGE } from '../../../across/purge/purge.ts'
import { aDeal, aLead, anActivity, anOrganization, aPerson, aProduct } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { aFile, keysInStore, allJobsDone, run } = fileCalls(crm)
const files = new FilesApi(crm.owner.v1)

describe('files_count', () => {
  async function counts(at: { deal_id: number; person_id: number; org_id: number; product_id: number }) {
    const v1 = async (path: string) => (await crm.owner.call('GET', `/v1/${path}`)).body.data
    const v2 = async (path: string) =>
      (await crm.owner.call('GET', `/v2/${path}?include_fields=files_count`)).body.data.files_count
    const inLists = (await v1(`persons?sort=id%20desc`)).find(({ id }: { id: number }) => id === at.person_id)
    return [
      (await v1(`deals/${at.deal_id}`)).files_count,
      (await v1(`persons/${at.person_id}`)).files_count,
      (await v1(`organizations/${at.org_id}`)).files_count,
      (await v1(`products/${at.product_id}`)).files_count,
      await v2(`deals/${at.deal_id}`),
      await v2(`persons/${at.person_id}`),
      await v2(`organizations/${at.org_id}`),
      inLists.files_count,
    ]
  }

  test('follows files as they come, go and return, in every version', async () => {
    const at = {
      deal_id: (await aDeal(crm.owner)).id,
      person_id: (await aPerson(crm.owner)).id,
      org_id: (await anOrganization(crm.owner)).id,
      product_id: (await aProduct(crm.owner)).id,
    }
    const { version } = (await crm.sql`select version from crm.deal where id = ${at.deal_id}`)[0] ?? {}

    const { id } = await aFile(at)
    await aFile(at)
    expect(await counts(at)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
    await files.deleteFile({ id })
    expect(await counts(at)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
    await crm.owner.call('PUT', `/v1/files/${id}`, { active_flag: true })
    expect(await counts(at)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])

    expect((await crm.sql`select version from crm.deal where id = ${at.deal_id}`)[0]).toEqual({ version })
  })

  test('moves with a merge, as the files do', async () => {
    const [deal, person, organization] = [
      (await aDeal(crm.owner)).id,
      (await aPerson(crm.owner)).id,
      (await anOrganization(crm.owner)).id,
    ]
    const [deal_id, person_id, org_id] = [
      (await aDeal(crm.owner)).id,
      (await aPerson(crm.owner)).id,
      (await anOrganization(crm.owner)).id,
    ]
    const { id: product_id } = await aProduct(crm.owner)
    const at = { deal_id, person_id, org_id, product_id }
    const old = await aFile({ deal_id: deal, person_id: person, org_id: organization, product_id })
    await aFile(at)

    await crm.owner.call('PUT', `/v1/deals/${deal}/merge`, { merge_with_id: deal_id })
    await crm.owner.call('PUT', `/v1/persons/${person}/merge`, { merge_with_id: person_id })
    await crm.owner.call('PUT', `/v1/organizations/${organization}/merge`, { merge_with_id: org_id })

    expect((await crm.owner.call('GET', `/v1/files/${old.id}`)).body.data).toMatchObject(at)
    expect(await counts(at)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
    expect(await crm.sql`select files_count from crm.deal where id = ${deal}`).toEqual([{ files_count: 0 }])
  })

  test('a lead takes its files along when it becomes a deal', async () => {
    const { id: lead } = await aLead(crm.owner, { person_id: (await aPerson(crm.owner)).id })
    const { id } = await aFile({ lead_id: lead })

    const { body } = await crm.owner.call('POST', `/v2/leads/${lead}/convert/deal`, {})
    await allJobsDone()
    const converted = await crm.owner.call('GET', `/v2/leads/${lead}/convert/status/${body.data.conversion_id}`)
    const { deal_id } = converted.body.data

    expect((await files.getFile({ id })).data).toMatchObject({ lead_id: null, deal_id })
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}`)).body.data.files_count).toBe(1)
  })
})

describe('the purge', () => {
  const deletedDaysAgo = (table: string, id: number | string, days: number) =>
    crm.sql`update crm.${crm.sql(table)} set is_deleted = true, delete_time = now() - make_interval(days => ${days}) where id = ${id}`

  async function keyOf(id: number): Promise<string> {
    return (await crm.sql`select file_key from crm.file where id = ${id}`)[0]?.file_key
  }

  test('removes deleted files and their bytes after 30 days, and not a day earlier', async () => {
    const [old, young] = [await aFile({ deal_id: (await aDeal(crm.owner)).id }), await aFile()]
    const [oldKey, youngKey] = [await keyOf(old.id), await keyOf(young.id)]
    await deletedDaysAgo('file', old.id, 31)
    await deletedDaysAgo('file', young.id, 29)

    await run(PURGE)

    expect((await crm.owner.call('GET', `/v1/files/${old.id}`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/files/${young.id}`)).status).toBe(200)
    const keys = await keysInStore()
    expect(keys).not.toContain(oldKey)
    expect(keys).toContain(youngKey)
    expect(await crm.sql`select id from crm.file_words where id in (${old.id}, ${young.id})`).toEqual([
      { id: young.id },
    ])
    expect(
      await crm.sql`select action, before, after from crm.change where entity = 'file' and entity_id = ${String(old.id)} order by seq`,
    ).toEqual([
      { action: 'added', before: null, after: null },
      { action: 'purged', before: null, after: null },
    ])
  })

  test('of a record takes the files that hang on it alone, others let go of it', async () => {
    const [deal_id, person_id] = [(await aDeal(crm.owner)).id, (await aPerson(crm.owner)).id]
    const [alone, shared] = [await aFile({ deal_id }), await aFile({ deal_id, person_id })]
    const [aloneKey, sharedKey] = [await keyOf(alone.id), await keyOf(shared.id)]
    const remote = await files.linkFileToItem({
      item_type: 'deal',
      item_id: deal_id,
      remote_id: 'abc',
      remote_location: 'googledrive',
    })
    await deletedDaysAgo('deal', deal_id, 31)

    await run(PURGE)

    expect((await crm.owner.call('GET', `/v1/files/${alone.id}`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/files/${remote.data?.id}`)).status).toBe(404)
    expect((await files.getFile({ id: shared.id })).data).toMatchObject({ deal_id: null, person_id })
    const keys = await keysInStore()
    expect(keys).not.toContain(aloneKey)
    expect(keys).toContain(sharedKey)
  })

  test.each([
    'activity',
    'lead',
    'product',
    'person',
    'organization',
  ] as const)('takes the files of a %s', async kind => {
    const { id: person_id } = await aPerson(crm.owner)
    const records = {
      activity: () => anActivity(crm.owner, { subject: 'Call' }),
      lead: () => aLead(crm.owner, { person_id }),
      product: () => aProduct(crm.owner),
      person: () => aPerson(crm.owner),
      organization: () => anOrganization(crm.owner),
    }
    const { id } = await records[kind]()
    const file = await aFile({ [kind === 'organization' ? 'org_id' : `${kind}_id`]: id })
    await deletedDaysAgo(kind, id, 31)

    await run(PURGE)

    expect((await crm.owner.call('GET', `/v1/files/${file.id}`)).status).toBe(404)
  })
})
