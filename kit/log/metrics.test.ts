import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'

test('the delay of the event loop is among the metrics', async () => {
  const text = await openMetrics().text()

  for (const name of ['p50', 'p99', 'max'])
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_${name}_seconds `, 'm'))
})
