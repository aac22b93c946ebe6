// @ts-check
/**
 * The process in which ZKPassport's SDK runs. Its `verify` starts a native prover each time, leaves it running when it
 * throws, and rejects a promise nobody holds when it stops it early, which would end the process. Here that harms
 * nobody: what it spawned is ended after every answer, stray rejections are ignored, and its requests are made by the
 * parent. Plain JavaScript, because it is started by path, from the sources as well as from the built package.
 */
import childProcess from 'node:child_process'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/** @type {Set<import('node:child_process').ChildProcess>} */
const spawned = new Set()
const spawn = childProcess.spawn
childProcess.spawn = /** @type {typeof spawn} */ (
  new Proxy(spawn, {
    apply(target, self, given) {
      const child = Reflect.apply(target, self, given)
      spawned.add(child)
      return child
    },
  })
)
syncBuiltinESMExports()

process.on('unhandledRejection', () => {})
process.on('disconnect', () => process.exit())

/** @type {Map<number, { resolve(response: Response): void, reject(error: Error): void }>} */
const asked = new Map()
let questions = 0

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  questions += 1
  const id = questions
  const body = request.body ? await request.text() : undefined
  process.send?.({ type: 'fetch', id, url: request.url, method: request.method, headers: [...request.headers], body })
  return new Promise((resolve, reject) => asked.set(id, { resolve, reject }))
}

/** @param {{ id: number, error?: string, status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer> }} answer */
function fetched({ id, error, status, headers, body }) {
  const question = asked.get(id)
  asked.delete(id)
  if (error !== undefined) question?.reject(new TypeError(error))
  else question?.resolve(new Response(body.length === 0 ? null : body, { status, headers }))
}

/**
 * @param {{ domain: string, steps: [string, ...unknown[]][], query?: unknown, proofs: unknown, queryResult: unknown, scope: string, devMode: boolean, clockOffset: number }} check
 */
async function verify({ domain, steps, query, proofs, queryResult, scope, devMode, clockOffset }) {
  setClock(clockOffset)
  try {
    const { ZKPassport, NullifierType } = createRequire(import.meta.url)('@zkpassport/sdk')
    const sdk = new ZKPassport(domain, { disableProofStorage: true })
    const builder = steps.reduce((built, [name, ...rest]) => built[name](...rest), sdk.createQuery())
    const originalQuery = query ?? builder.done().query
    const result = await sdk.verify({ proofs, originalQuery, queryResult, scope, devMode })
    const { verified, uniqueIdentifier, uniqueIdentifierType, queryResultErrors } = result
    const isSalted = [NullifierType.SALTED, NullifierType.SALTED_MOCK].includes(uniqueIdentifierType)
    const wrong = Object.keys(queryResultErrors ?? {})
    process.send?.({ type: 'verdict', verified, uniqueIdentifier, isSalted, wrong })
  } catch (error) {
    process.send?.({ type: 'broken', message: error instanceof Error ? error.message : String(error) })
  } finally {
    for (const child of spawned) child.kill('SIGKILL')
    spawned.clear()
  }
}

const RealDate = Date

/** The gate's clock rules here too. @param {number} offset */
function setClock(offset) {
  globalThis.Date =
    offset === 0
      ? RealDate
      : new Proxy(RealDate, {
          construct: (target, given, self) =>
            Reflect.construct(target, given.length === 0 ? [target.now() + offset] : given, self),
          get: (target, key) => (key === 'now' ? () => target.now() + offset : Reflect.get(target, key)),
        })
}

process.on('message', message => {
  const { type, ...rest } =
    /** @type {{ type: string } & Parameters<typeof fetched>[0] & Parameters<typeof verify>[0]} */ (message)
  if (type === 'fetched') fetched(rest)
  else verify(rest)
})
