import { isFailure } from '@portico/kit/api/failure'
import type { CrmServices } from '../../base/api/context.ts'
import { performAs } from '../../base/api/jobContext.ts'
import { dealToLead } from './dealToLead.ts'
import { leadToDeal } from './leadToDeal.ts'
import { beginConversion, endConversion, forgetConversions, isStillRunning } from './store.ts'

export const CONVERT = 'crm:convert'
export const FORGET_CONVERSIONS = 'crm:forget-conversions'

export const MAX_ATTEMPTS = 3
const KEPT_DAYS = 7

export interface ConvertJob {
  companyId: number
  conversionId: string
  requestId: string
}

/**
 * Does one conversion. All of it happens in one transaction that also writes the outcome, so a second run finds it
 * done. What the rules refuse is rejected at once; what breaks is tried again and then failed.
 */
export function convertTask(services: CrmServices) {
  const { database } = services
  return async ({ companyId, conversionId, requestId }: ConvertJob, job: { attempt: number }): Promise<void> => {
    const conversion = await database.write(sql => beginConversion(sql, companyId, conversionId))
    if (!conversion) return
    try {
      await performAs(services, { companyId, userId: conversion.actor_id, requestId }, async crm => {
        if (!(await isStillRunning(crm, conversionId))) return
        const convert = conversion.kind === 'lead_to_deal' ? leadToDeal : dealToLead
        await endConversion(crm.sql, conversion, 'completed', await convert(crm, conversion))
      })
    } catch (error) {
      if (isFailure(error)) {
        await database.write(sql => endConversion(sql, conversion, 'rejected', { problem: error.message }))
        return
      }
      if (job.attempt >= MAX_ATTEMPTS)
        await database.write(sql =>
          endConversion(sql, conversion, 'failed', { problem: 'Something went wrong on our side' }),
        )
      throw error
    }
  }
}

/** The outcome of a conversion is kept for some days. */
export function forgetConversionsTask({ database }: CrmServices) {
  return async (): Promise<void> => {
    await database.write(sql => forgetConversions(sql, KEPT_DAYS))
  }
}
