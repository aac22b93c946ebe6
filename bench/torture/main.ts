import { report } from './report.ts'
import { torture } from './torture.ts'

/** `npm run torture [-- --minutes N]`. */
const [option, wanted = '3', ...more] = process.argv.slice(2)
const minutes = Number(wanted)
if ((option !== undefined && option !== '--minutes') || more.length > 0 || !(minutes > 0 && minutes <= 600)) {
  console.error('npm run torture [-- --minutes N]')
  process.exit(2)
}
const outcome = await torture(minutes)
console.log(report(outcome))
process.exit(outcome.findings.length > 0 ? 1 : 0)
