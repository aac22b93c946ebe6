import { PAGE_HEADERS } from '@portico/kit/http/pageHeaders'
import type { Child } from 'hono/jsx'
import type { PageRequest } from './pageRequest.ts'
import { Layout } from './parts/layout.tsx'

export interface PageOptions {
  title: string
  status?: number
  headers?: Record<string, string>
  /** More room than a form needs. */
  wide?: boolean
  /** Files that make passkeys work; everything else works without. */
  script?: string
}

/** A whole page around its main part. */
export async function page(pageRequest: PageRequest, options: PageOptions, main: Child): Promise<Response> {
  const { title, wide = false, script } = options
  const html = await (
    <Layout pageRequest={pageRequest} title={title} wide={wide} script={script}>
      {main}
    </Layout>
  ).toString()
  return new Response(`<!doctype html>${html}`, {
    status: options.status ?? 200,
    headers: { ...PAGE_HEADERS, ...options.headers },
  })
}
