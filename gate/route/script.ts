import type { GateState } from '../gateState.ts'
import type { Provider } from '../provider/provider.ts'
import { answer } from './answer.ts'

/** `GET /verify/<provider>`: the provider's part of the page, from this site and no other. */
export async function script(state: GateState, request: Request, provider: Provider): Promise<Response> {
  try {
    const zipped = takesGzip(request) && globalThis.CompressionStream !== undefined
    const source = zipped ? await zippedScript(provider) : await provider.script?.()
    return new Response(source, {
      headers: {
        ...(zipped && { 'Content-Encoding': 'gzip' }),
        Vary: 'Accept-Encoding',
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    })
  } catch (error) {
    state.emit({ type: 'error', where: `script of provider ${provider.name}`, error })
    return answer(503, { error: state.config.dev && error instanceof Error ? error.message : 'unavailable' })
  }
}

function takesGzip(request: Request): boolean {
  const encodings = (request.headers.get('accept-encoding') ?? '').split(',')
  return encodings.some(encoding => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(encoding))
}

const zippedScripts = new WeakMap<Provider, Promise<ArrayBuffer>>()

/** Hundreds of kilobytes, always the same: compressed once. */
function zippedScript(provider: Provider): Promise<ArrayBuffer> {
  const known = zippedScripts.get(provider)
  if (known) return known
  const zipping = zip(provider)
  zippedScripts.set(provider, zipping)
  zipping.catch(() => zippedScripts.delete(provider))
  return zipping
}

async function zip(provider: Provider): Promise<ArrayBuffer> {
  const source = await provider.script?.()
  const stream = new Response(source).body?.pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}
