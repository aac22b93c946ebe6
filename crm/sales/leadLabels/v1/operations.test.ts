import { LeadLabelsApi, LeadSourcesApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aLead } from '../../../testing/builders.ts'
import { heldInTurn } from '../../../testing/heldBack.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()

describe('lead labels', () => {
  test('that are deleted while leads get them are on no lead afterwards', async () => {
    const made = await crm.owner.call('POST', '/v1/leadLabels', { name: 'Fleeting', color: 'gray' })
    const { id } = made.body.data
    const [one, ...others] = await Promise.all(Array.from({ length: 4 }, () => aLead(crm.owner)))

    const label = (lead: { id: string } | undefined) =>
      crm.owner.call('PATCH', `/v1/leads/${lead?.id}`, { label_ids: [id] })
    const ended = () => crm.owner.call('DELETE', `/v1/leadLabels/${id}`)

    const [first, gone, ...given] = await heldInTurn(crm, 'lock table crm.lead in share mode', [
      () => label(one),
      ended,
      ...others.map(lead => () => label(lead)),
    ])

    expect([first?.status, gone?.status]).toEqual([200, 200])
    expect(given.every(({ status }) => status === 200 || status === 400)).toBe(true)
    const [left] = await crm.sql`select count(*)::int as count from crm.lead where ${id} = any(label_ids)`
    expect(left?.count).toBe(0)
  })

  test('are hot, warm and cold at first, and grow, change and leave the leads they were on', async () => {
    const user = await crm.company()
    const labels = new LeadLabelsApi(user.v1)
    expect((await labels.getLeadLabels()).data?.map(({ name, color }) => [name, color])).toEqual([
      ['Hot', 'red'],
      ['Warm', 'yellow'],
      ['Cold', 'blue'],
    ])

    const made = await labels.addLeadLabel({ AddLeadLabelRequest: { name: 'Frozen', color: 'dark-gray' } })
    const id = made.data?.id ?? ''
    const changed = await labels.updateLeadLabel({ id, UpdateLeadLabelRequest: { color: 'pink' } })
    const lead = await aLead(user, { label_ids: [id] })
    const gone = await labels.deleteLeadLabel({ id })

    expect(changed.data).toMatchObject({ id, name: 'Frozen', color: 'pink' })
    expect(lead.label_ids).toEqual([id])
    expect(gone.data).toEqual({ id })
    expect((await user.call('GET', `/v1/leads/${lead.id}`)).body.data.label_ids).toEqual([])
    expect((await user.call('PATCH', `/v1/leadLabels/${id}`, { color: 'red' })).status).toBe(404)
    expect((await user.call('DELETE', `/v1/leadLabels/${id}`)).status).toBe(404)
    expect((await user.call('POST', '/v1/leadLabels', { name: 'x', color: 'mauve' })).body).toMatchObject({
      errorCode: 400,
      field: 'color',
    })
  })
})

test('lead sources are the ten there are', async () => {
  const { data } = await new LeadSourcesApi(crm.owner.v1).getLeadSources()

  expect(data).toHaveLength(10)
  expect(data).toContainEqual({ name: 'API' })
})
