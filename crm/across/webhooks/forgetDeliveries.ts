import type { Database } from '@portico/kit/database/database'
import { forgetDeliveries } from './deliveryStore.ts'
import { DAY_MS, KEPT_DAYS } from './rules.ts'

export const FORGET_DELIVERIES = 'crm:forget-webhook-deliveries'

/** The job that removes what was delivered long ago. */
export function forgetDeliveriesTask(database: Database) {
  return async (): Promise<void> => {
    await database.statement(sql => forgetDeliveries(sql, new Date(Date.now() - KEPT_DAYS * DAY_MS)))
  }
}
