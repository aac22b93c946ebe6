import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { type Assets, openAssets } from '@portico/kit/http/assets'

export async function openMarketAssets(): Promise<Assets> {
  const folder = packageFolder(import.meta.url, 'pages', 'assets')
  return openAssets('/market/assets/:name', {
    'market.css': await readFile(join(folder, 'market.css'), 'utf8'),
    'market.js': await readFile(join(folder, 'market.js'), 'utf8'),
  })
}
