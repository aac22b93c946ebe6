import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openCompanies } from './companies.ts'
import { learn } from './known.ts'
import { measureAll } from './measure.ts'
import { plot } from './plot.ts'
import { type Outcome, printTable } from './report.ts'

const SIZES = '1000,100000,1000000'

/**
 * The same calls on companies of several sizes, in turns: what they cost must not grow, or not by much.
 *
 * `--sizes 1000,100000` measures other sizes, `--keep FOLDER` keeps the databases and finds them there the next time,
 * `--only PART` measures what has that in its name, `--json FILE` and `--plot FILE` write what was measured.
 */
export async function scale(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string', default: SIZES },
      keep: { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '25' },
      json: { type: 'string' },
      plot: { type: 'string' },
    },
  })
  const sizes = values.sizes.split(',').map(Number)
  const companies = await openCompanies(sizes, values.keep)
  try {
    const known = []
    for (const company of companies.all) known.push(await learn(company))
    const measured = await measureAll(known, { only: values.only, rounds: Number(values.rounds) })
    const outcome: Outcome = {
      at: new Date().toISOString(),
      cores: cpus().length,
      load: loadavg().map(load => Number(load.toFixed(1))),
      node: process.versions.node,
      postgres: companies.version,
      sizes,
      seedRates: companies.all.map(({ seedRate }) => seedRate && Math.round(seedRate)),
      measured,
    }
    printTable(outcome)
    if (values.json) await writeFile(values.json, `${JSON.stringify(outcome, null, 2)}\n`)
    if (values.plot) await writeFile(values.plot, plot(outcome))
    return measured.every(({ met }) => met)
  } finally {
    await companies.stop()
  }
}
