import { toBase64Url } from '../bytes.ts'
import type { GateState } from '../gateState.ts'
import type { Pending } from '../result.ts'
import { verificationPage } from './verificationPage.ts'

/** 511 Network Authentication Required. */
const STATUS = 511

/** The page by itself, behind the base path. */
export const PAGE_ROUTE = '/verify/page'

/** Tells callers from a script where that page is. */
const PAGE_HEADER = 'X-Verification-Page'

/**
 * The answer to a request that needs a check first. In the place of what was asked for, it may not be framed; alone, the
 * application of the same origin may show it in a dialog.
 */
export function challenge(
  state: GateState,
  pending: Pending,
  request: Request,
  place: 'instead' | 'alone' = 'instead',
): Response {
  const headers = new Headers(pending.headers)
  headers.set(PAGE_HEADER, pagePath(state))
  headers.set('Cache-Control', 'no-store')
  headers.set('Vary', 'Accept, Accept-Language, Cookie')
  headers.set('X-Content-Type-Options', 'nosniff')
  if (!wantsHtml(request)) return jsonChallenge(state, pending, headers)
  const nonce = toBase64Url(state.seams.randomBytes(16))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', contentSecurityPolicy(state, nonce, place === 'alone' ? "'self'" : "'none'"))
  headers.set('X-Frame-Options', place === 'alone' ? 'SAMEORIGIN' : 'DENY')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  const body = request.method === 'HEAD' ? null : verificationPage(state, pending, request, nonce, place)
  return new Response(body, { status: STATUS, headers })
}

/** For programs: the same facts the page works with. */
function jsonChallenge(state: GateState, pending: Pending, headers: Headers): Response {
  const { basePath, disclosures } = state.config
  headers.set('Content-Type', 'application/json')
  const { type, session, providers } = pending
  const body = { type, session, providers, basePath, page: pagePath(state), disclosures }
  return new Response(JSON.stringify(body), { status: STATUS, headers })
}

function pagePath({ config }: GateState): string {
  return `${config.basePath === '/' ? '' : config.basePath}${PAGE_ROUTE}`
}

/** Nothing but what this very page brings, and the provider's relay where its script needs one. */
function contentSecurityPolicy(state: GateState, nonce: string, ancestors: string): string {
  const connects = [...state.providers.values()].flatMap(provider => provider.connects ?? [])
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${["'self'", ...connects].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}

/** HTML when it is named or anything goes; JSON for callers that name it and not HTML, or that take neither. */
function wantsHtml(request: Request): boolean {
  const accept = request.headers.get('accept')
  if (accept === null) return true
  const types = accept.split(',').map(part => part.trim().toLowerCase())
  const takes = (type: string) =>
    types.some(part => part.split(';')[0]?.trim() === type && !/;\s*q=0(\.0*)?\s*(;|$)/.test(part))
  if (takes('text/html')) return true
  if (takes('application/json')) return false
  return takes('*/*') || takes('text/*')
}
