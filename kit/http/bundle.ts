import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { encodingFor } from './compress.ts'
import type { EdgeEnv } from './edge.ts'

/** A web app that was bundled: files whose names change with their content, kept in memory with their packed forms. */
export interface Bundle {
  /** Addresses of what a source file has become and of all it imports: its own comes first. */
  hrefs(source: string): string[]
  serve(app: Hono<EdgeEnv>): void
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const

interface Manifest {
  files: string[]
  chunks: Record<string, string[]>
}

type Forms = Record<keyof typeof ENDINGS, Uint8Array<ArrayBuffer>>

/**
 * @param folder with `manifest.json`, as `app/build.mjs` writes it
 * @param route where the files are served, ending in `/:name`
 */
export async function openBundle(folder: string, route: `${string}/:name`): Promise<Bundle> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const files = new Map<string, Forms>()
  for (const name of manifest.files) files.set(name, await readForms(join(folder, name)))
  return {
    hrefs: source => {
      const names = manifest.chunks[source]
      if (!names) throw new Error(`the bundle has no ${source}`)
      return names.map(name => route.replace(':name', name))
    },
    serve(app) {
      app.get(route, context => {
        const name = context.req.param('name') ?? ''
        const forms = files.get(name)
        if (!forms) return context.notFound()
        const encoding = encodingFor(context.req.raw)
        return context.body(forms[encoding], 200, {
          'content-type': TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          vary: 'accept-encoding',
          ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        })
      })
    },
  }
}

async function readForms(file: string): Promise<Forms> {
  const read = async (ending: string) => new Uint8Array(await readFile(file + ending))
  return { br: await read('.br'), gzip: await read('.gz'), identity: await read('') }
}
