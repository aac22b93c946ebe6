import type { Client } from '@portico/kit/database/connect'
import { expect } from 'vitest'
import { ledgerFaults } from '../ledger/faultsStore.ts'

export async function expectBalancedLedger(sql: Client): Promise<void> {
  expect(await ledgerFaults(sql)).toEqual([])
}
