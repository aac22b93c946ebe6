import { describe, expect, test } from 'vitest'
import { aDeal, aLead, anActivity, aPerson } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { upload, aFile, download } = fileCalls(crm)
const idsOf = (list: { id?: number }[] | null | undefined) => (list ?? []).map(file => file.id)

describe('who sees a file', () => {
  async function everyWay(user: TestUser, id: number) {
    return [
      (await user.call('GET', `/v1/files/${id}`)).status,
      (await download(id, user)).status,
      (await user.call('PUT', `/v1/files/${id}`, { name: 'Mine now' })).status,
      (await user.call('DELETE', `/v1/files/${id}`)).status,
    ]
  }
  const listed = async (user: TestUser) => idsOf((await user.call('GET', '/v1/files?sort=id%20desc')).body.data)

  test('another company: nobody there', async () => {
    const stranger = await crm.company()
    const { id, deal_id } = await aFile({ deal_id: (await aDeal(crm.owner)).id })

    expect(await everyWay(stranger, id)).toEqual([404, 404, 404, 404])
    expect(await listed(stranger)).toEqual([])
    expect((await stranger.call('GET', `/v1/deals/${deal_id}/files`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/files/${id}`)).body.data).toMatchObject({ active_flag: true })
  })

  test('a colleague: those of records they see, none of others', async () => {
    const colleague = await crm.colleague(crm.owner)
    const [hidden, shown] = [
      (await aDeal(crm.owner, { visible_to: 1 })).id,
      (await aDeal(crm.owner, { visible_to: 7 })).id,
    ]
    const [secret, open] = [await aFile({ deal_id: hidden }), await aFile({ deal_id: shown })]

    expect(await everyWay(colleague, secret.id)).toEqual([404, 404, 404, 404])
    expect((await colleague.call('GET', `/v1/deals/${hidden}/files`)).status).toBe(404)
    expect(await upload('x', { deal_id: hidden }, { user: colleague })).toMatchObject({
      status: 400,
      body: { field: 'deal_id' },
    })
    const list = await listed(colleague)
    expect(list).toContain(open.id)
    expect(list).not.toContain(secret.id)
    expect(await (await download(open.id, colleague)).text()).toBe('Zażółć gęślą jaźń')
  })

  test('a file on two records: who sees both', async () => {
    const colleague = await crm.colleague(crm.owner)
    const { id: person_id } = await aPerson(crm.owner, { visible_to: 7 })
    const both = await aFile({ person_id, deal_id: (await aDeal(crm.owner, { visible_to: 1 })).id })
    const one = await aFile({ person_id })

    const list = await colleague.call('GET', `/v1/persons/${person_id}/files`)
    const flow = await colleague.call('GET', `/v1/persons/${person_id}/flow?items=file`)

    expect(idsOf(list.body.data)).toEqual([one.id])
    expect(flow.body.data.map((entry: { data: { id: number } }) => entry.data.id)).toEqual([one.id])
    expect((await colleague.call('GET', `/v1/files/${both.id}`)).status).toBe(404)
  })

  test('an activity shows the last file on it to those who may see that file', async () => {
    const { id: activity_id } = await anActivity(crm.owner, { subject: 'Call', owner_id: crm.owner.userId })
    const { id: deal_id } = await aDeal(crm.owner, { visible_to: 1 })
    const colleague = await crm.colleague(crm.owner)
    const fileFor = async (user: TestUser) =>
      (await user.call('GET', `/v1/activities/${activity_id}`)).body.data.file?.id ?? null
    expect(await fileFor(crm.owner)).toBeNull()

    const { id: first } = await aFile({ activity_id })
    const { id: last } = await aFile({ activity_id, deal_id })

    expect([await fileFor(crm.owner), await fileFor(colleague)]).toEqual([last, first])
    await crm.owner.call('DELETE', `/v1/files/${last}`)
    expect((await crm.owner.call('GET', `/v1/activities/${activity_id}`)).body.data.file).toEqual({
      id: first,
      clean_name: 'offer.txt',
      url: expect.stringMatching(new RegExp(`/v1/files/${first}/download$`)),
    })
  })

  test('a file on an activity or a lead: who sees those', async () => {
    const colleague = await crm.colleague(crm.owner)
    const { id: person_id } = await aPerson(crm.owner, { visible_to: 7 })
    const { id: hidden } = await aDeal(crm.owner, { visible_to: 1 })
    const [secret, open] = [
      (await anActivity(crm.owner, { subject: 'Secret', deal_id: hidden })).id,
      (await anActivity(crm.owner, { subject: 'Open' })).id,
    ]
    const { id: lead } = await aLead(crm.owner, { person_id, visible_to: '1' })
    const onSecret = await aFile({ activity_id: secret })
    const onOpen = await aFile({ activity_id: open })
    const onLead = await aFile({ lead_id: lead })

    expect(onLead).toMatchObject({ lead_id: lead, lead_name: 'Lead' })
    expect((await colleague.call('GET', `/v1/files/${onSecret.id}`)).status).toBe(404)
    expect((await colleague.call('GET', `/v1/files/${onLead.id}`)).status).toBe(404)
    expect((await colleague.call('GET', `/v1/files/${onOpen.id}`)).status).toBe(200)
  })

  test('a file on nothing: who brought it, and admins', async () => {
    const [one, other] = [await crm.colleague(crm.owner), await crm.colleague(crm.owner)]
    const mine = await aFile({}, one)

    expect(await listed(one)).toContain(mine.id)
    expect(await everyWay(other, mine.id)).toEqual([404, 404, 404, 404])
    expect(await listed(other)).not.toContain(mine.id)
    expect((await crm.owner.call('GET', `/v1/files/${mine.id}`)).status).toBe(200)
  })

  test('remote links only to records one sees', async () => {
    const colleague = await crm.colleague(crm.owner)
    const link = {
      item_type: 'deal',
      item_id: (await aDeal(crm.owner, { visible_to: 1 })).id,
      remote_id: 'abc',
      remote_location: 'googledrive',
    }

    expect(await colleague.call('POST', '/v1/files/remoteLink', link)).toMatchObject({
      status: 400,
      body: { field: 'item_id' },
    })
    const refused = [
      ['remote_id', 'https://evil.example/x'],
      ['remote_id', ''],
      ['remote_location', 'dropbox'],
      ['item_type', 'product'],
    ] as const
    for (const [field, value] of refused)
      expect(await crm.owner.call('POST', '/v1/files/remoteLink', { ...link, [field]: value })).toMatchObject({
        status: 400,
        body: { field },
      })
  })
})
