import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGES = '(?:kit|crm|market|server|bench)'
const OF_TESTS = /\.test\.tsx?$|\/testing\//

/** What Node loads by itself, without a transformation. */
export function compiledFiles(root: string): RegExp {
  return new RegExp(`^${escaped(root)}/(?:gate|${PACKAGES})/dist/`)
}

/**
 * Tests import the sources; with this they get what the compiler made of them, which Node loads and runs faster than
 * what vite makes of them, and which is what people run. Test files and their helpers stay as they are. Every package
 * has to be compiled before.
 */
export function compiledSources(root: string): Plugin {
  const source = new RegExp(`^(${escaped(root)}/${PACKAGES})/(.*)\\.tsx?$`)
  const packaged = new RegExp(`^@portico/(${PACKAGES})/(.*)$`)

  function sourceOf(name: string): string | undefined {
    const [, folder = '', rest = ''] = packaged.exec(name) ?? []
    return [`${rest}.ts`, `${rest}.tsx`].map(file => join(root, folder, file)).find(path => existsSync(path))
  }

  return {
    name: 'portico-compiled-sources',
    enforce: 'pre',
    resolveId(name, importer) {
      if (!importer || !OF_TESTS.test(importer) || replacesModules(importer)) return undefined
      const path = name.startsWith('.') ? resolve(dirname(importer), name) : sourceOf(name)
      if (!path || OF_TESTS.test(path)) return path
      const [, folder, rest] = source.exec(path) ?? []
      const compiled = `${folder}/dist/${rest}.js`
      return existsSync(compiled) ? compiled : undefined
    },
  }
}

/** Only modules that vitest loads itself can be replaced by a test: such a file works on the sources. */
function replacesModules(importer: string): boolean {
  return importer.endsWith('.test.ts') && readFileSync(importer, 'utf8').includes('vi.mock(')
}

function escaped(path: string): string {
  return path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
