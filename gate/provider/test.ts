import { isObject } from '../isObject.ts'
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
    sessionOf: answer => textAt(answer, 'sessionId'),
    async check(answer) {
      if (!isObject(answer) || answer.pass !== true) return refused('declined', 'the test said no')
      return { accepted: true, identifier: textAt(answer, 'identifier') ?? 'test' }
    },
  }
}

function textAt(answer: unknown, key: string): string | undefined {
  const value = isObject(answer) ? answer[key] : undefined
  return typeof value === 'string' ? value : undefined
}
