import { afterAll } from 'vitest'
import { openTestMarket, type TestMarket, type TestOptions } from './openTestMarket.ts'

/** A marketplace for the tests of one file, closed after the last of them. */
export async function startTestMarket(options: TestOptions = {}): Promise<TestMarket> {
  const market = await openTestMarket(options)
  afterAll(() => market.close())
  return market
}
