import type { ServedApi } from '@portico/kit/api/serveApi'
import type { Bundle } from '@portico/kit/http/bundle'
import type { EdgeEnv } from '@portico/kit/http/edge'
import { PAGE_HEADERS, pagePolicy } from '@portico/kit/http/pageHeaders'
import type { Hono } from 'hono'
import type { MemberRequest, Mount } from './mount.tsx'

/** The web app: its bundle, and the APIs that answer what its first screen asks for. */
export interface WebApp {
  bundle: Bundle
  apis: readonly ServedApi[]
}

/** Mail is shown in frames, which run nothing and have no origin (`work/mail/v1/bodyPage.ts`). */
const APP_HEADERS = { ...PAGE_HEADERS, 'content-security-policy': `${pagePolicy()}; frame-src 'self'` }

/** From where on changes are told: before anything else, so that none is missed between an answer and the stream. */
const FIRST = '/app/api/changes/cursor'

/** What every screen needs before it can be drawn. */
const ALWAYS = [
  '/app/api/session',
  '/app/api/sample-data',
  '/app/api/views',
  '/v2/pipelines?limit=500',
  '/v2/stages?limit=500',
  '/v1/users',
]

/** One page for every address of the app; the browser decides what to show. */
export function appPages(app: Hono<EdgeEnv>, { memberGet }: Mount, { bundle, apis }: WebApp): void {
  bundle.serve(app)
  const [script = '', ...preloads] = bundle.hrefs('main.tsx')
  const [style = ''] = bundle.hrefs('style/app.css')
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Portico</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${style}">
${preloads.map(href => `<link rel="modulepreload" href="${href}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="answers">`

  async function show(request: MemberRequest): Promise<Response> {
    const answered = async (path: string) => `${JSON.stringify(path)}:${await answer(path, request)}`
    const answers = [await answered(FIRST), ...(await Promise.all(ALWAYS.map(answered)))]
    // A page ends where it reads `</script>`, whatever it stands in.
    const data = `{${answers.join(',')}}`.replaceAll('<', '\\u003c')
    return new Response(`${head}${data}</script>\n</body>\n</html>\n`, { headers: APP_HEADERS })
  }

  /** The answer to a call of the app, made here, so that the browser need not come back for it. */
  async function answer(path: string, { call, services }: MemberRequest): Promise<string> {
    const url = new URL(path, services.origin)
    const served = apis.find(({ api }) => api.prefixes.some(prefix => url.pathname.startsWith(`${prefix}/`)))
    const prefix = served?.api.prefixes.find(each => url.pathname.startsWith(`${each}/`)) ?? ''
    if (!served) throw new Error(`no API answers ${path}`)
    const headers = { cookie: call.request.headers.get('cookie') ?? '', 'sec-fetch-site': 'same-origin' }
    const { response } = await served.handle({
      ...call,
      request: new Request(url, { headers }),
      pathname: url.pathname,
      path: url.pathname.slice(prefix.length),
      search: url.searchParams,
      headers: new Map(),
    })
    return response.ok ? response.text() : 'null'
  }

  memberGet('/app', show)
  memberGet('/app/*', show)
}
