import type { Inside } from '../inside.ts'
import type { Provider } from '../provider/provider.ts'
import { answer } from './answer.ts'

/** `GET /verify/<provider>`: the provider's part of the page, from this site and no other. */
export async function script(inside: Inside, _request: Request, provider: Provider): Promise<Response> {
  try {
    const source = await provider.script?.()
    return new Response(source, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    })
  } catch (error) {
    inside.tell({ type: 'error', where: `script of provider ${provider.name}`, error })
    return answer(503, { error: error instanceof Error ? error.message : 'unavailable' })
  }
}
