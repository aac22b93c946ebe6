import type { GateConfig, GateEvent } from '../core.ts'
import { REAL_SEAMS } from '../gateState.ts'
import { gateWith } from '../gateWith.ts'
import { memorySessions } from '../session/memory.ts'
import type { Chain } from './chain.ts'
import { aSelfAnswer, type SelfFacts, TEST_KEYS } from './selfAnswer.ts'
import { aConfig } from './visitor.ts'

export const SESSION = '0b5cf1a3-9d4e-4b7a-8c1f-2f4d6e8a9b0c'

export const NOON = Date.parse('2025-11-15T12:00:00Z')

/** A gate with one pending session, which asks that chain, and a way to post answers to it. */
export async function waitingOn(chain: Chain, changes: Partial<GateConfig> = {}, now = NOON) {
  const sessionAdapter = memorySessions({ now: () => now })
  await sessionAdapter.set(SESSION)
  const events: GateEvent[] = []
  const door = gateWith(
    aConfig({
      providers: ['self'],
      rpcUrl: chain.url,
      self: { verificationKeys: TEST_KEYS },
      sessionAdapter,
      onEvent: event => events.push(event),
      ...changes,
    }),
    { ...REAL_SEAMS, now: () => now },
  )
  async function post(body: unknown) {
    const request = new Request('https://shop.example/verify/self', { method: 'POST', body: JSON.stringify(body) })
    const response = await door.verify(request)
    const failed = events.findLast(event => event.type === 'failed')
    const answer: { status: string; result: boolean } = await response.json()
    return { http: response.status, ...answer, code: failed?.type === 'failed' ? failed.code : undefined }
  }
  const postFacts = (facts: Partial<SelfFacts>) => post(aSelfAnswer({ sessionId: SESSION, ...facts }))
  return { door, post, postFacts, sessionAdapter, events }
}

export const accepted = { status: 'success', result: true }

export async function linkOf(door: {
  verified(request: Request): Promise<{ type: string; providers?: object }>
}): Promise<string> {
  const result = await door.verified(new Request('https://shop.example/'))
  return JSON.parse(JSON.stringify(result)).providers.self.link
}

export function appIn(link: string): Record<string, unknown> {
  return JSON.parse(new URL(link).searchParams.get('selfApp') ?? '')
}

export function disclosuresIn(link: string): unknown {
  return appIn(link).disclosures
}
