import { appBudgets } from './appBudgets.ts'
import { copyLargeCompany } from './copyCompany.ts'
import { listeners } from './listeners.ts'
import { lists } from './lists.ts'
import { personalData } from './personalData.ts'
import { ratios } from './ratios.ts'
import { scale } from './scale.ts'
import { signInCost } from './signInCost.ts'
import { steady } from './steady.ts'

const [suite = '--full'] = process.argv.slice(2)

const SUITES: Record<string, () => Promise<boolean>> = {
  '--full': () => ratios({ rounds: 5, seconds: 5 }),
  '--quick': () => ratios({ rounds: 3, seconds: 2 }),
  '--steady': () => steady({ minutes: 10 }),
  '--scale': () => scale(),
  '--listeners': () => listeners({ rounds: 3, seconds: 4 }),
  '--app': () => appBudgets(),
  '--copy': () => copyLargeCompany({ deals: 100_000 }),
  '--personal-data': () => personalData({ deals: 100_000 }),
  '--lists': () => lists({ rows: 50_000 }),
  '--sign-in': () => signInCost({ rounds: 3, seconds: 3 }),
}

const run = SUITES[suite]
if (!run) {
  console.error(`npm run bench -- [${Object.keys(SUITES).join(' | ')}]`)
  process.exit(2)
}
const met = await run()
if (!met) console.log('A target was missed.')
process.exit(met ? 0 : 1)
