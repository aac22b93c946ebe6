import { expect, test } from 'vitest'
import { requestTally } from './requestTally.ts'

test('requests are counted by API, operation and status, times in buckets that include the smaller ones', () => {
  const tally = requestTally()
  tally.add('crm-v2', 'GET /deals/{id}', 200, 0.002)
  tally.add('crm-v2', 'GET /deals/{id}', 200, 0.004)
  tally.add('crm-v2', 'GET /deals/{id}', 404, 7)
  tally.add('market', 'an "odd"\nname', 200, 0.5)

  const lines = tally.text().split('\n')

  expect(lines).toContain('portico_requests_total{api="crm-v2",operation="GET /deals/{id}",status="200"} 2')
  expect(lines).toContain('portico_requests_total{api="crm-v2",operation="GET /deals/{id}",status="404"} 1')
  expect(lines).toContain('portico_requests_total{api="market",operation="an \\"odd\\"\\nname",status="200"} 1')
  expect(lines).toContain('portico_request_seconds_bucket{le="0.001",api="crm-v2"} 0')
  expect(lines).toContain('portico_request_seconds_bucket{le="0.0025",api="crm-v2"} 1')
  expect(lines).toContain('portico_request_seconds_bucket{le="5",api="crm-v2"} 2')
  expect(lines).toContain('portico_request_seconds_bucket{le="+Inf",api="crm-v2"} 3')
  expect(lines).toContain('portico_request_seconds_count{api="crm-v2"} 3')
  expect(lines).toContain('portico_request_seconds_sum{api="crm-v2"} 7.006')
})
