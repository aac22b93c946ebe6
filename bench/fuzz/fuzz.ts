import { chanceOf } from './chance.ts'
import type { DocumentedOperation } from './document.ts'
import { type Answer, judge } from './judge.ts'
import type { KnownIds } from './knownIds.ts'
import { type Call, makeCall } from './makeCall.ts'
import { MANNERS } from './wrongValues.ts'

export interface Fuzzing {
  origin: string
  operations: readonly DocumentedOperation[]
  calls: number
  seed: number
  atOnce: number
  /** Whoever calls, asked before every call. */
  caller(api: string): Promise<Caller>
}

export interface Caller {
  headers: Record<string, string>
  ids: KnownIds
  /** A call has ended the credential, or taken a right away that another one needs. */
  isRefused?: boolean
}

export interface Fuzzed {
  /** How many calls were answered with each status. */
  statuses: Map<number, number>
  /** How many operations were called, and how many answered a success at least once. */
  called: Set<string>
  succeeded: Set<string>
  slowestMs: number
  slowest: string
  faults: string[]
}

/** Longer than anything a single call may take. */
const PATIENCE_MS = 15_000

/** Every operation in turn, each time in another manner; the same seed makes the same choices. */
export async function fuzz(fuzzing: Fuzzing): Promise<Fuzzed> {
  const done: Fuzzed = {
    statuses: new Map(),
    called: new Set(),
    succeeded: new Set(),
    slowestMs: 0,
    slowest: '',
    faults: [],
  }
  let next = 0
  const worker = async () => {
    for (let number = next++; number < fuzzing.calls; number = next++) await callOnce(fuzzing, number, done)
  }
  await Promise.all(Array.from({ length: fuzzing.atOnce }, worker))
  return done
}

async function callOnce({ origin, operations, seed, caller }: Fuzzing, number: number, done: Fuzzed): Promise<void> {
  const operation = operations[number % operations.length]
  const manner = MANNERS[Math.floor(number / operations.length) % MANNERS.length]
  if (!operation || !manner) return
  const by = await caller(operation.api)
  const { headers, ids } = by
  const call = makeCall(operation, manner, { chance: chanceOf(seed * 1_000_003 + number), ids })
  const name = `${operation.method} ${operation.path}`
  const begun = performance.now()
  done.called.add(`${operation.api} ${name}`)
  const answer = await send(origin, call, headers)
  const took = performance.now() - begun
  if (took > done.slowestMs) Object.assign(done, { slowestMs: took, slowest: `${operation.method} ${call.address}` })
  if (answer.problem !== undefined) {
    done.faults.push(described(call, number, answer.problem))
    return
  }
  done.statuses.set(answer.status, (done.statuses.get(answer.status) ?? 0) + 1)
  if (answer.status === 401) by.isRefused = true
  const fault = judge(operation, answer)
  if (fault) {
    done.faults.push(described(call, number, fault))
  } else if (answer.status < 400) {
    done.succeeded.add(`${operation.api} ${name}`)
    if (answer.type.startsWith('application/json')) ids.learn(call.address, JSON.parse(answer.text))
  }
}

async function send(
  origin: string,
  call: Call,
  headers: Record<string, string>,
): Promise<Answer & { problem?: string }> {
  const { operation, address, body } = call
  try {
    const reply = await fetch(origin + address, {
      method: operation.method,
      headers: { ...headers, ...call.headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const type = reply.headers.get('content-type') ?? ''
    // A stream has no end.
    if (type.startsWith('text/event-stream')) {
      await reply.body?.cancel()
      return { status: reply.status, type, text: '' }
    }
    return { status: reply.status, type, text: await reply.text() }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: Error }
    return {
      status: 0,
      type: '',
      text: '',
      problem: name === 'TimeoutError' ? `no answer in ${PATIENCE_MS} ms` : `${message}: ${cause?.message ?? ''}`,
    }
  }
}

function described({ operation, manner, address, shown }: Call, number: number, fault: string): string {
  const body = shown === undefined ? '' : ` ${shown.slice(0, 300)}`
  return `#${number} ${operation.api} ${operation.method} ${operation.path} (${manner}) ${fault}\n    ${address.slice(0, 300)}${body}`
}
