import { type Provider, refused } from './provider.ts'

/**
 * Passes or fails as told, for the test suites of applications. `POST /verify/test` with
 * `{"sessionId": "…", "pass": true}`; `identifier` names a person, so that a test can be several.
 */
export function testProvider(): Provider {
  return {
    name: 'test',
    maxBody: 4 * 1024,
    postedBy: 'page',
    request: () => ({}),
    sessionOf: answer => textIn(answer, 'sessionId'),
    async check(answer) {
      const passes = typeof answer === 'object' && answer !== null && 'pass' in answer && answer.pass === true
      if (!passes) return refused('declined', 'the test said no')
      return { accepted: true, identifier: textIn(answer, 'identifier') ?? 'test' }
    },
  }
}

function textIn(answer: unknown, key: string): string | undefined {
  const value =
    typeof answer === 'object' && answer !== null ? Object.entries(answer).find(([name]) => name === key) : []
  return typeof value?.[1] === 'string' ? value[1] : undefined
}
