import { addJob } from '@portico/kit/jobs/jobs'
import { LeadsApi } from 'pipedrive/v2'
import { expect, test } from 'vitest'
import type { CrmServices } from '../../base/api/context.ts'
import { aLead } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { convertTask, FORGET_CONVERSIONS, MAX_ATTEMPTS } from './convert.ts'

const crm = await startTestCrm()
const leads = new LeadsApi(crm.owner.v2)

test('what breaks is tried again, and failed after the third time', async () => {
  const lead = await aLead(crm.owner)
  const [conversion] = await crm.sql`insert into crm.conversion (company_id, kind, source_id, actor_id)
    values (${crm.owner.companyId}, 'lead_to_deal', ${lead.id}, ${crm.owner.userId}) returning id`
  const job = { companyId: crm.owner.companyId, conversionId: conversion?.id, requestId: 'r' }
  const stages = { of: () => Promise.reject(new Error('broken')) }
  const convert = convertTask({ database: crm.database, origin: crm.origin, stages } as unknown as CrmServices)
  const status = async () =>
    (await leads.getLeadConversionStatus({ id: lead.id, conversion_id: job.conversionId })).data

  await expect(convert(job, { attempt: 2 })).rejects.toThrow(/broken/)
  expect(await status()).toMatchObject({ status: 'running' })
  await expect(convert(job, { attempt: MAX_ATTEMPTS })).rejects.toThrow(/broken/)

  expect(await status()).toMatchObject({ status: 'failed', problem: 'Something went wrong on our side' })
  expect((await crm.owner.call('GET', `/v1/leads/${lead.id}`)).status).toBe(200)
})

test('outcomes are forgotten after a week, work that is still to be done is not', async () => {
  const rows = await crm.sql`insert into crm.conversion (company_id, kind, source_id, actor_id, status, update_time)
    select ${crm.owner.companyId}, 'deal_to_lead', '0', ${crm.owner.userId}, s.status, now() - make_interval(days => s.days)
    from (values ('completed', 8), ('completed', 6), ('not_started', 8)) s (status, days) returning id`

  await addJob(crm.sql, FORGET_CONVERSIONS, {})

  const left = async () => (await crm.sql`select id from crm.conversion where source_id = '0'`).map(row => row.id)
  await expect.poll(left).toHaveLength(2)
  expect(new Set(await left())).toEqual(new Set([rows[1]?.id, rows[2]?.id]))
})
