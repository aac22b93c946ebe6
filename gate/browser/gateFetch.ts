import { type DialogTexts, verifiedInDialog } from './verificationDialog.ts'

export interface GateFetchOptions extends Partial<DialogTexts> {
  /** Sends the calls. Default: the global one. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * A `fetch` for single-page applications behind a gate: when a call is answered with 511, the page of the gate opens in a
 * dialog, and once the visitor is verified the call is made again, with the same body. Calls that need it at the same
 * time share one dialog. Whoever closes it gets the answer 511.
 *
 * ```ts
 * const fetch = gateFetch()
 * const film = await fetch('/films/1')
 * ```
 *
 * The gate and the application must have the same origin.
 */
export function gateFetch(
  options: GateFetchOptions = {},
): (input: RequestInfo | URL, init?: RequestInit) => Promise<Response> {
  const { fetch: send = request => fetch(request), ...texts } = options
  return async (input, init) => {
    const request = new Request(input, init)
    // A body can be sent once; this is the second copy.
    const again = request.clone()
    const sentAt = performance.now()
    const response = await send(request)
    const page = pageOf(response)
    if (page === undefined || !(await verifiedInDialog(page, sentAt, request.signal, texts))) {
      void again.body?.cancel()
      return response
    }
    return send(again)
  }
}

/** The address of the gate's page, from an answer of a gate of this very origin. */
function pageOf(response: Response): string | undefined {
  const path = response.status === 511 ? response.headers.get('X-Verification-Page') : null
  if (path === null) return undefined
  const page = new URL(path, response.url === '' ? location.href : response.url)
  return page.origin === location.origin ? page.href : undefined
}
