import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const SCRIPT = fileURLToPath(new URL('../bench/completeTogether.ts', import.meta.url))
/** Under node_modules, where the packages that it imports are found. */
const FOLDER = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))

/** Has two processes complete so many sessions at the same moments: `bench/completeTogether.ts`. */
export async function completeTogether(store: string, rounds: number): Promise<Record<string, number>> {
  const outfile = `${FOLDER}/${crypto.randomUUID()}.mjs`
  mkdirSync(FOLDER, { recursive: true })
  await build({ entryPoints: [SCRIPT], bundle: true, packages: 'external', platform: 'node', format: 'esm', outfile })
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [outfile, store, String(rounds)])
    return JSON.parse(stdout)
  } finally {
    rmSync(outfile, { force: true })
  }
}
