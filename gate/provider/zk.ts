import type { ResolvedConfig } from '../config.ts'
import type { FailureCode } from '../event.ts'
import type { Seams } from '../gateState.ts'
import { isObject } from '../isObject.ts'
import { type Outcome, type Provider, refused } from './provider.ts'
import { type ZkCheck, type ZkVerify, zkProcess } from './zkProcess.ts'
import { stepsFor, zkWanted } from './zkQuery.ts'
import { isZkSdkInstalled, readZkPage, warnWithoutZkSdk, ZK_SDK_MISSING } from './zkSdk.ts'

export interface ZkOptions {
  /** Address of the relay between page and phone, as `wss://…`. Default: ZKPassport's own. */
  bridgeUrl?: string
}

const BRIDGE = 'wss://bridge.zkpassport.id'

/** A person's proofs: five or so of some 30 KB each. */
const MAX_BODY = 1024 * 1024
const MAX_PROOFS = 20

/** ZKPassport: the page asks the app through a relay, the app answers the page, the page posts the proofs to us. */
export function zkProvider(config: ResolvedConfig, seams: Pick<Seams, 'now'>): Provider {
  void warnWithoutZkSdk()
  const { hostname } = new URL(config.domain)
  const verify = zkProcess({ fetch: config.fetch, now: seams.now })

  return {
    name: 'zk',
    maxBody: MAX_BODY,
    postedBy: 'page',
    connects: [new URL(config.zk.bridgeUrl ?? BRIDGE).origin],
    request: () => ({
      data: {
        domain: hostname,
        appName: config.appName,
        scope: config.scope,
        dev: config.dev,
        disclosures: zkWanted(config.disclosures),
        ...(config.zk.bridgeUrl === undefined ? {} : { bridgeUrl: config.zk.bridgeUrl }),
      },
    }),
    sessionOf: answer => (isObject(answer) && typeof answer.sessionId === 'string' ? answer.sessionId : undefined),
    async check(answer, sessionId) {
      if (!(await isZkSdkInstalled())) throw new Error(ZK_SDK_MISSING)
      // The query comes from the configuration and the session, never from the browser.
      const steps = stepsFor(config.disclosures, sessionId)
      return checkZk(verify, answer, { domain: hostname, steps, scope: config.scope, devMode: config.dev })
    },
    script: zkPageScript,
  }
}

/** Whether the proofs answer exactly this query. */
export async function checkZk(
  verify: ZkVerify,
  answer: unknown,
  asked: Omit<ZkCheck, 'proofs' | 'queryResult'>,
): Promise<Outcome> {
  const proofs = isObject(answer) ? proofsIn(answer.proofs) : undefined
  const queryResult = isObject(answer) ? answer.queryResult : undefined
  if (proofs === undefined || !isObject(queryResult)) return refused('malformed', 'not an answer of ZKPassport')
  const verdict = await verify({ ...asked, proofs, queryResult })
  if (verdict === 'busy') return refused('busy', 'too many proofs are being checked')
  const { verified, uniqueIdentifier, isSalted, wrong } = verdict
  // Salted and unsalted, one document has two identifiers; the page asks for unsalted ones.
  if (verified && isSalted) return refused('proof', 'the identifier is of a kind that was not asked for')
  if (verified && uniqueIdentifier) return { accepted: true, identifier: uniqueIdentifier }
  return refused(codeFor(wrong), wrong.length === 0 ? 'the proofs are not valid' : `not as asked: ${wrong.join(', ')}`)
}

/**
 * One kind of circuits, one version: the SDK looks up what it checks against by the first proof, so a mixture must
 * not reach it.
 */
function proofsIn(value: unknown): readonly object[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_PROOFS) return undefined
  const proofs = value.filter(isObject)
  const wellFormed = proofs.every(
    ({ proof, name, version }) =>
      typeof proof === 'string' &&
      /^(0x)?[0-9a-f]+$/i.test(proof) &&
      typeof name === 'string' &&
      // Both become parts of addresses the SDK fetches.
      /^[a-z][a-z0-9_]{0,127}$/i.test(name) &&
      typeof version === 'string' &&
      /^\d{1,4}\.\d{1,4}\.\d{1,4}(-[a-z0-9.]{1,20})?$/i.test(version),
  )
  if (!wellFormed || proofs.length !== value.length) return undefined
  if (new Set(proofs.map(({ version }) => version)).size !== 1) return undefined
  const hasOuter = proofs.some(({ name }) => String(name).startsWith('outer'))
  return hasOuter && proofs.length > 1 ? undefined : proofs
}

const CODES: Readonly<Record<string, FailureCode>> = {
  age: 'age',
  nationality: 'nationality',
  issuing_country: 'issuing_state',
  bind: 'session',
}

function codeFor(wrong: readonly string[]): FailureCode {
  return wrong.map(part => (Object.hasOwn(CODES, part) ? CODES[part] : undefined)).find(Boolean) ?? 'proof'
}

let pageScript: Promise<Uint8Array<ArrayBuffer>> | undefined

/** Built by `npm run build` and part of the published package; a bare checkout may be without it. */
function zkPageScript(): Promise<Uint8Array<ArrayBuffer>> {
  pageScript ??= readPageScript()
  pageScript.catch(() => {
    pageScript = undefined
  })
  return pageScript
}

async function readPageScript(): Promise<Uint8Array<ArrayBuffer>> {
  const script = await readZkPage()
  if (script) return script
  throw new Error('gate: the browser part of provider "zk" is not built; run: npm run bundle:zk --workspace gate')
}
