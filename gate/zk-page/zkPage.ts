import { ZKPassport } from '@zkpassport/sdk'
import { type QrPath, qrPath } from '../page/qrPath.ts'
import { askFor, type ZkWanted } from '../provider/zkQuery.ts'

/** What the page's own script hands to a provider's script. */
interface Part {
  data: { domain: string; appName: string; scope: string; dev: boolean; disclosures: ZkWanted; bridgeUrl?: string }
  sessionId: string
  show(key: string): void
  fail(code: string): void
  /** Without a code where the link is too long for one. */
  link(url: string, code: QrPath | undefined): void
  post(body: unknown): Promise<void>
}

declare global {
  interface Window {
    gateProviders?: Record<string, (part: Part) => Promise<void>>
  }
}

/** Asks the app for the proofs and posts them; what they are worth is decided by the server alone. */
async function startZk({ data, sessionId, show, fail, link, post }: Part): Promise<void> {
  const sdk = serverless(new ZKPassport(data.domain, { disableProofStorage: true }), data.appName)
  const builder = await sdk.request({
    name: data.appName,
    logo: '',
    purpose: `Confirm that you are at least ${data.disclosures.minAge}`,
    scope: data.scope,
    devMode: data.dev,
    ...(data.bridgeUrl === undefined ? {} : { bridgeUrl: data.bridgeUrl }),
  })
  const request = askFor(asBuilder(builder), data.disclosures, sessionId)
  request.onRequestReceived(() => show('scanned'))
  request.onGeneratingProof(() => show('proving'))
  request.onReject(() => fail('declined'))
  request.onError(() => fail('proof'))
  request.onResult(({ proofs, result }) => {
    if (proofs.length === 0) fail('proof')
    else void post({ proofs, queryResult: result })
  })
  link(request.url, qrPath(request.url))
  show('waiting')
}

/**
 * The SDK would check the proofs here as well, with a prover of several megabytes, and ask its maker's server about
 * this site. Neither is wanted on the page.
 */
function serverless(sdk: ZKPassport, name: string): ZKPassport {
  return Object.assign(sdk, {
    verify: async () => ({ verified: false, uniqueIdentifier: undefined, uniqueIdentifierType: undefined }),
    dashboardConfig: { project: { name, domain: '', logoUrl: null, allowedOrigins: [] }, policies: [] },
  })
}

type Builder = Awaited<ReturnType<ZKPassport['request']>>

/** One cast: the SDK types country names as literals, the configuration as codes; it takes both. */
function asBuilder(builder: Builder): Parameters<typeof askFor<ReturnType<Builder['done']>>>[0] {
  return builder as unknown as Parameters<typeof askFor<ReturnType<Builder['done']>>>[0]
}

window.gateProviders = {
  ...window.gateProviders,
  zk: part => startZk(part).catch(() => part.fail('unavailable')),
}
