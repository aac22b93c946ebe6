import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { EdgeEnv } from './edge.ts'

/** Styles and scripts, each under a name that changes with its content, so that browsers may keep them for ever. */
export interface Assets {
  /** The address of a file, by its plain name: `market.css`. */
  href(name: string): string
  serve(app: Hono<EdgeEnv>): void
}

const FOR_EVER = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/**
 * @param route where they are served, ending in `/:name`
 * @param files contents by plain name
 */
export function openAssets(route: `${string}/:name`, files: Readonly<Record<string, string>>): Assets {
  const served = new Map<string, { body: string; type: string }>()
  const addresses = new Map<string, string>()
  for (const [name, body] of Object.entries(files)) {
    const [stem = '', ending = ''] = name.split('.')
    const lasting = `${stem}-${digest(body)}.${ending}`
    served.set(lasting, { body, type: TYPES[ending] ?? 'text/plain; charset=utf-8' })
    addresses.set(name, route.replace(':name', lasting))
  }
  return {
    href(name) {
      const address = addresses.get(name)
      if (!address) throw new Error(`there is no asset ${name}`)
      return address
    },
    serve(app) {
      app.get(route, context => {
        const asset = served.get(context.req.param('name') ?? '')
        if (!asset) return context.notFound()
        return context.body(asset.body, 200, {
          'content-type': asset.type,
          'cache-control': FOR_EVER,
          'x-content-type-options': 'nosniff',
        })
      })
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
