import { addJob } from '@portico/kit/jobs/jobs'
import { DealsApi, LeadsApi } from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { aDeal, aLead, aPerson } from '../../testing/builders.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { CONVERT } from './convert.ts'

const crm = await startTestCrm()
let deals: DealsApi
let leads: LeadsApi

beforeAll(async () => {
  deals = new DealsApi(crm.owner.v2)
  leads = new LeadsApi(crm.owner.v2)
})

/** A deal that can become a lead, which is about somebody. */
async function dealAboutSomebody(values: object = {}, user: TestUser = crm.owner) {
  return aDeal(user, { person_id: (await aPerson(user)).id, ...values })
}

/** Waits for the worker; a conversion that does not end within the time of a poll fails the test. */
async function leadOutcome(id: string, conversion_id: string) {
  await expect
    .poll(async () => (await leads.getLeadConversionStatus({ id, conversion_id })).data.status)
    .not.toMatch(/not_started|running/)
  return (await leads.getLeadConversionStatus({ id, conversion_id })).data
}

async function dealOutcome(id: number, conversion_id: string) {
  await expect
    .poll(async () => (await deals.getDealConversionStatus({ id, conversion_id })).data.status)
    .not.toMatch(/not_started|running/)
  return (await deals.getDealConversionStatus({ id, conversion_id })).data
}

describe('a lead that becomes a deal', () => {
  test('hands over its values, labels, custom fields and activities, and is gone', async () => {
    const field = await addField(crm.owner, 'deal', 'varchar')
    const labels = (await crm.owner.call('GET', '/v1/leadLabels')).body.data
    const hot = labels.find((label: { name: string }) => label.name === 'Hot').id
    const frozen = (await crm.owner.call('POST', '/v1/leadLabels', { name: 'Frozen', color: 'blue' })).body.data.id
    const lead = await aLead(crm.owner, {
      title: 'Promising',
      value: { amount: 99.5, currency: 'EUR' },
      expected_close_date: '2026-07-01',
      visible_to: '3',
      label_ids: [hot, frozen],
    })
    await crm.owner.call('PATCH', `/v1/leads/${lead.id}`, { [field.key]: 'XL' })
    const activity = (await crm.owner.call('POST', '/v2/activities', { lead_id: lead.id })).body.data
    const stages =
      await crm.sql`select id, pipeline_id from crm.stage where company_id = ${crm.owner.companyId} order by id`

    const started = await leads.convertLeadToDeal({
      id: lead.id,
      ConvertLeadToDealRequest: { stage_id: stages[2]?.id },
    })
    const outcome = await leadOutcome(lead.id, started.data?.conversion_id ?? '')

    expect(outcome).toEqual({
      conversion_id: started.data?.conversion_id,
      status: 'completed',
      deal_id: expect.any(Number),
    })
    const deal = (await deals.getDeal({ id: outcome.deal_id ?? 0 })).data
    expect(deal).toMatchObject({
      title: 'Promising',
      value: 99.5,
      currency: 'EUR',
      person_id: lead.person_id,
      owner_id: crm.owner.userId,
      stage_id: stages[2]?.id,
      expected_close_date: '2026-07-01',
      visible_to: 3,
      source_lead_id: lead.id,
      custom_fields: { [field.key]: 'XL' },
    })
    const options =
      await crm.sql`select o.label from crm.field_option o where o.id = any(${deal?.label_ids ?? []}::bigint[])`
    expect(options).toEqual([{ label: 'Hot' }])
    const [logged] =
      await crm.sql`select facts from crm.change where entity = 'deal' and entity_id = ${String(deal?.id)} and action = 'added'`
    expect(logged?.facts).toEqual({ converted_from_lead_id: lead.id, lost_labels: ['Frozen'] })
    expect((await crm.owner.call('GET', `/v2/activities/${activity.id}`)).body.data).toMatchObject({
      deal_id: deal?.id,
      lead_id: null,
    })
    expect((await crm.owner.call('GET', `/v1/leads/${lead.id}`)).status).toBe(404)
  })

  test('goes to the first stage when none is named, also by a call without a body', async () => {
    const lead = await aLead(crm.owner)

    const started = await leads.convertLeadToDeal({ id: lead.id })
    const outcome = await leadOutcome(lead.id, started.data?.conversion_id ?? '')

    const first = await crm.sql`select min(id) as id from crm.stage where company_id = ${crm.owner.companyId}`
    expect((await deals.getDeal({ id: outcome.deal_id ?? 0 })).data).toMatchObject({ stage_id: first[0]?.id, value: 0 })
  })

  test('is converted as the user who asked, by the same request', async () => {
    const colleague = await crm.colleague(crm.owner)
    const lead = await aLead(colleague)
    await crm.sql`update crm.lead set visible_to = 1 where id = ${lead.id}`

    const started = await colleague.call('POST', `/v2/leads/${lead.id}/convert/deal`)
    const outcome = await leadOutcome(lead.id, started.body.data.conversion_id)

    const deal = await colleague.call('GET', `/v2/deals/${outcome.deal_id}`)
    expect(deal.body.data).toMatchObject({
      owner_id: colleague.userId,
      creator_user_id: colleague.userId,
      visible_to: 1,
    })
    const log = await crm.sql`select actor_id, correlation_id from crm.change
      where (entity, entity_id) in (('deal', ${String(outcome.deal_id)}), ('lead', ${lead.id})) and facts is not null`
    const requestId = started.headers.get('x-request-id')
    expect(log).toEqual(Array(2).fill({ actor_id: colleague.userId, correlation_id: requestId }))
  })

  test('comes back by undo with its notes, activities, calls and mail', async () => {
    const lead = await aLead(crm.owner, { title: 'Returning' })
    const note = (await crm.owner.call('POST', '/v1/notes', { content: 'Kept', lead_id: lead.id })).body.data
    const activity = (await crm.owner.call('POST', '/v2/activities', { subject: 'Kept', lead_id: lead.id })).body.data
    const call = {
      outcome: 'busy',
      to_phone_number: '1',
      start_time: '2026-01-01 10:00:00',
      end_time: '2026-01-01 10:01:00',
    }
    const logged = (await crm.owner.call('POST', '/v1/callLogs', { ...call, lead_id: lead.id })).body.data
    const [thread] = await crm.sql<{ id: number }[]>`
      insert into crm.mail_thread (company_id, user_id, subject, lead_id, first_message_time, last_message_time)
      values (${crm.owner.companyId}, ${crm.owner.userId}, 'Kept', ${lead.id}, now(), now()) returning id`
    const linksOf = async () => [
      ...(await crm.sql`select lead_id, deal_id from crm.note where id = ${note.id}`),
      ...(await crm.sql`select lead_id, deal_id from crm.activity where id = ${activity.id}`),
      ...(await crm.sql`select lead_id, deal_id from crm.call_log where id::text = ${String(logged.id)}`),
      ...(await crm.sql`select lead_id, deal_id from crm.mail_thread where id = ${thread?.id ?? 0}`),
    ]
    const before = await linksOf()
    const started = await crm.owner.call('POST', `/v2/leads/${lead.id}/convert/deal`)
    const { deal_id } = await leadOutcome(lead.id, started.body.data.conversion_id)
    expect((await linksOf()).map(link => link.deal_id)).toEqual([deal_id, deal_id, deal_id, deal_id])

    const undone = await crm.owner.call('POST', '/v2/changes/revert', {
      correlation_id: started.headers.get('x-request-id'),
      skip_refused: true,
    })

    expect([undone.status, undone.body.error]).toEqual([200, undefined])
    expect(await linksOf()).toEqual(before)
    expect((await crm.owner.call('GET', `/v1/leads/${lead.id}`)).status).toBe(200)
  })

  test('becomes one deal, asked twice at once', async () => {
    const lead = await aLead(crm.owner, { title: 'Once' })
    const ask = () => crm.owner.call('POST', `/v2/leads/${lead.id}/convert/deal`)

    const lock = `select from crm.lead where company_id = ${crm.owner.companyId} and id = '${lead.id}' for update`
    const answers = await heldBack(crm, lock, () => [ask(), ask(), ask()])
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.conversion_id))
    for (const id of ids) await leadOutcome(lead.id, id)

    expect(ids.size).toBe(1)
    expect(await crm.sql`select from crm.deal where title = 'Once'`).toHaveLength(1)
  })

  test('becomes one deal when two workers have its job at once, and later once more', async () => {
    const lead = await aLead(crm.owner, { title: 'Again' })
    const [conversion] = await crm.sql`insert into crm.conversion (company_id, kind, source_id, actor_id)
      values (${crm.owner.companyId}, 'lead_to_deal', ${lead.id}, ${crm.owner.userId}) returning id`
    const job = { companyId: crm.owner.companyId, conversionId: conversion?.id, requestId: 'r' }

    await crm.database.write(async sql => {
      for (let copy = 0; copy < 4; copy++) await addJob(sql, CONVERT, job)
    })
    const outcome = await leadOutcome(lead.id, conversion?.id)
    await addJob(crm.sql, CONVERT, job)
    await expect.poll(() => crm.sql`select from graphile_worker.jobs`).toHaveLength(0)

    expect(await crm.sql`select id from crm.deal where title = 'Again'`).toEqual([{ id: outcome.deal_id }])
    expect(await leadOutcome(lead.id, conversion?.id)).toEqual(outcome)
  })
})

describe('a deal that becomes a lead', () => {
  test('hands over what a lead can have, and comes back with its followers and participants', async () => {
    const colleague = await crm.colleague(crm.owner)
    const { id: second } = await aPerson(crm.owner)
    const deal = await dealAboutSomebody({
      title: 'Backwards',
      value: 12,
      currency: 'EUR',
      expected_close_date: '2026-08-01',
    })
    await crm.owner.call('POST', `/v1/deals/${deal.id}/followers`, { user_id: colleague.userId })
    await crm.sql`insert into crm.participant (company_id, deal_id, person_id, added_by)
      values (${crm.owner.companyId}, ${deal.id}, ${second}, ${crm.owner.userId})`
    const activity = (await crm.owner.call('POST', '/v2/activities', { deal_id: deal.id })).body.data

    const started = await deals.convertDealToLead({ id: deal.id })
    const outcome = await dealOutcome(deal.id, started.data?.conversion_id ?? '')

    expect(outcome).toMatchObject({ status: 'completed', lead_id: expect.any(String) })
    const id = outcome.lead_id ?? ''
    expect((await crm.owner.call('GET', `/v1/leads/${id}`)).body.data).toMatchObject({
      title: 'Backwards',
      value: { amount: 12, currency: 'EUR' },
      person_id: deal.person_id,
      source_name: 'Deal',
      source_deal_id: deal.id,
      expected_close_date: '2026-08-01',
      next_activity_id: activity.id,
    })
    expect((await deals.getDeal({ id: deal.id })).data).toMatchObject({ status: 'deleted', is_deleted: true })

    const back = await leads.convertLeadToDeal({ id })
    const again = await leadOutcome(id, back.data?.conversion_id ?? '')
    expect((await crm.owner.call('GET', `/v1/deals/${again.deal_id}`)).body.data).toMatchObject({
      title: 'Backwards',
      followers_count: 1,
      participants_count: 2,
      next_activity_id: activity.id,
    })
  })

  test('is rejected when it is about nobody or no longer open, and stays a deal', async () => {
    const lonely = await dealAboutSomebody({ person_id: null })
    const won = await dealAboutSomebody({ status: 'won' })

    for (const [{ id, status }, problem] of [
      [lonely, /person_id or an organization_id/],
      [won, /only open deals/],
    ] as const) {
      const started = await deals.convertDealToLead({ id })
      expect(await dealOutcome(id, started.data?.conversion_id ?? '')).toMatchObject({
        status: 'rejected',
        problem: expect.stringMatching(problem),
      })
      expect((await deals.getDeal({ id })).data?.status).toBe(status)
    }
  })
})

describe('refusals', () => {
  test('404 for records that are gone, hidden or of another company, and for conversions of others', async () => {
    const stranger = await crm.company()
    const colleague = await crm.colleague(crm.owner)
    const lead = await aLead(crm.owner, { visible_to: '1' })
    const deal = await dealAboutSomebody({ visible_to: 1 })
    const nobody = '00000000-0000-4000-8000-000000000000'

    for (const user of [stranger, colleague]) {
      expect((await user.call('POST', `/v2/leads/${lead.id}/convert/deal`)).status).toBe(404)
      expect((await user.call('POST', `/v2/deals/${deal.id}/convert/lead`)).status).toBe(404)
    }
    const started = await leads.convertLeadToDeal({ id: lead.id })
    const address = `/v2/leads/${lead.id}/convert/status/${started.data?.conversion_id}`
    expect((await colleague.call('GET', address)).status).toBe(404)
    expect((await crm.owner.call('GET', address)).status).toBe(200)
    expect((await crm.owner.call('GET', `/v2/leads/${lead.id}/convert/status/${nobody}`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v2/deals/${deal.id}/convert/status/${nobody}`)).status).toBe(404)
    await leadOutcome(lead.id, started.data?.conversion_id ?? '')
  })

  test('400 for a stage that is not there', async () => {
    const lead = await aLead(crm.owner)

    const refused = await crm.owner.call('POST', `/v2/leads/${lead.id}/convert/deal`, { stage_id: 999_999 })

    expect(refused.body).toMatchObject({ errorCode: 400, field: 'stage_id' })
  })

  test('rejected when the user who asked is switched off or sees it no longer before the work begins', async () => {
    const [gone, blind] = [await crm.colleague(crm.owner), await crm.colleague(crm.owner)]
    await crm.sql`update crm.app_user set active = false where id = ${gone.userId}`
    const lead = await aLead(crm.owner)
    const deal = await dealAboutSomebody({ visible_to: 1 })
    const asked = async (kind: string, id: number | string, userId: number) => {
      const [conversion] = await crm.sql`insert into crm.conversion (company_id, kind, source_id, actor_id)
        values (${crm.owner.companyId}, ${kind}, ${id}, ${userId}) returning id`
      await addJob(crm.sql, CONVERT, { companyId: crm.owner.companyId, conversionId: conversion?.id, requestId: 'r' })
      return conversion?.id
    }

    const byGone = await asked('lead_to_deal', lead.id, gone.userId)
    const byBlind = await asked('deal_to_lead', deal.id, blind.userId)

    expect((await leadOutcome(lead.id, byGone)).status).toBe('rejected')
    expect((await dealOutcome(deal.id, byBlind)).status).toBe('rejected')
    expect((await crm.owner.call('GET', `/v1/leads/${lead.id}`)).status).toBe(200)
    expect((await deals.getDeal({ id: deal.id })).data?.is_deleted).toBe(false)
  })
})
