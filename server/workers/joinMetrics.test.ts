import { expect, test } from 'vitest'
import { joinMetrics } from './joinMetrics.ts'

test('figures of several workers stand together by name, each with its worker', () => {
  const head = '# HELP calls_total Calls\n# TYPE calls_total counter\n'
  const one = `${head}calls_total{api="v1",path="a b"} 3\n\n# TYPE memory gauge\nmemory 5\n`
  const two = `${head}calls_total{api="v1",path="a b"} 4\n`

  expect(
    joinMetrics([
      { number: 1, text: one },
      { number: 2, text: two },
    ]),
  ).toBe(`${head}calls_total{api="v1",path="a b",worker="1"} 3
calls_total{api="v1",path="a b",worker="2"} 4

# TYPE memory gauge
memory{worker="1"} 5
`)
})
