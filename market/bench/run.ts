import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portico/kit/embedded/startEmbeddedPostgres'
import { marketBench } from './marketBench.ts'

/** `node market/dist/bench/run.js [books] [seconds]` after `npx tsc -b market`: a database of its own, thrown away. */
const folder = await mkdtemp(join(tmpdir(), 'market-bench-'))
const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') })
try {
  const [books, seconds] = process.argv.slice(2).map(Number)
  const figures = await marketBench({
    url: postgres.url,
    ...(books && { books }),
    ...(seconds && { seconds }),
  })
  for (const name of ['home', 'search', 'checkout'] as const) {
    const { ours, floor, ratio } = figures[name]
    console.log(
      `${name.padEnd(9)} ${ours.toFixed(0).padStart(6)}/s  floor ${floor.toFixed(0).padStart(6)}/s  ratio ${ratio.toFixed(2)}`,
    )
  }
  for (const [kind, ms] of Object.entries(figures.searchMs))
    console.log(`search by ${kind.padEnd(7)} median ${ms.toFixed(1)} ms`)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
