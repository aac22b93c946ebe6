import { appBudgets } from './appBudgets.ts'
import { copyLargeCompany } from './copyCompany.ts'
import { listeners } from './listeners.ts'
import { lists } from './lists.ts'
import { machines } from './machines.ts'
import { personalData } from './personalData.ts'
import { scale } from './scale/scale.ts'
import { signInCost } from './signInCost.ts'
import { speed } from './speed/speed.ts'
import { steady } from './steady.ts'
import { workers } from './workers.ts'

/** `npm run bench -- [SUITE] [--only TEXT] [--json FILE]`; the last two are for the table of speed. */
const args = process.argv.slice(2)
const suite = args[0]?.startsWith('--') && !isOption(args[0]) ? args[0] : '--full'
const chosen = { only: optionOf('--only'), json: optionOf('--json') }

const SUITES: Record<string, () => Promise<boolean>> = {
  '--full': () => speed({ rounds: 5, seconds: 5, deals: 100_000, books: 100_000, ...chosen }),
  '--quick': () => speed({ rounds: 3, seconds: 2, deals: 10_000, books: 3_000, targetsOnly: true, ...chosen }),
  '--steady': () => steady({ minutes: 10 }),
  '--scale': () => scale(args.slice(1)),
  '--listeners': () => listeners({ rounds: 3, seconds: 4 }),
  '--app': () => appBudgets(),
  '--copy': () => copyLargeCompany({ deals: 100_000 }),
  '--personal-data': () => personalData({ deals: 100_000 }),
  '--lists': () => lists({ rows: 50_000 }),
  '--machines': () => machines({ urls: args.slice(1), companies: 24, rounds: 3, seconds: 4 }),
  '--workers': () => workers({ rounds: 3, seconds: 4 }),
  '--sign-in': () => signInCost({ rounds: 3, seconds: 3 }),
}

const run = SUITES[suite]
if (!run) {
  console.error(`npm run bench -- [${Object.keys(SUITES).join(' | ')}] [--only TEXT] [--json FILE]`)
  process.exit(2)
}
const met = await run()
if (!met) console.log('A target was missed.')
process.exit(met ? 0 : 1)

function isOption(word: string): boolean {
  return word === '--only' || word === '--json'
}

function optionOf(option: string): string | undefined {
  const at = args.indexOf(option)
  return at === -1 ? undefined : args[at + 1]
}
