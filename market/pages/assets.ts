import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '@portico/kit/files/packageFolder'

/** Styles and script, each under a name that changes with its content, so that browsers may keep them for ever. */
export interface Assets {
  style: string
  script: string
  find(name: string): { body: string; type: string } | undefined
}

export async function openAssets(): Promise<Assets> {
  const folder = packageFolder(import.meta.url, 'pages', 'assets')
  const style = await readFile(join(folder, 'market.css'), 'utf8')
  const script = await readFile(join(folder, 'market.js'), 'utf8')
  const files = new Map([
    [`market-${digest(style)}.css`, { body: style, type: 'text/css; charset=utf-8' }],
    [`market-${digest(script)}.js`, { body: script, type: 'text/javascript; charset=utf-8' }],
  ])
  return {
    style: `/market/assets/market-${digest(style)}.css`,
    script: `/market/assets/market-${digest(script)}.js`,
    find: name => files.get(name),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
