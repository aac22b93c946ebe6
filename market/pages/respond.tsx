import type { Child } from 'hono/jsx'
import type { PageRequest } from './pageRequest.ts'
import { Layout } from './parts/layout.tsx'

/** Nothing but our own styles, script and pictures; forms go nowhere else; no frame around us. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}

export interface PageOptions {
  title: string
  status?: number
  headers?: Record<string, string>
  /** Which entry of the navigation is the current one. */
  place?: string
  wide?: boolean
}

/** A whole page around its main part. */
export async function page(pageRequest: PageRequest, options: PageOptions, main: Child): Promise<Response> {
  const { title, place, wide } = options
  const html = await (
    <Layout pageRequest={pageRequest} title={title} place={place} wide={wide}>
      {main}
    </Layout>
  ).toString()
  return new Response(`<!doctype html>${html}`, {
    status: options.status ?? 200,
    headers: { ...HEADERS, ...options.headers },
  })
}
