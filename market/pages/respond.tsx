import { PAGE_HEADERS } from '@portico/kit/http/pageHeaders'
import type { Child } from 'hono/jsx'
import type { PageRequest } from './pageRequest.ts'
import { Layout } from './parts/layout.tsx'

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
    headers: { ...PAGE_HEADERS, ...options.headers },
  })
}
