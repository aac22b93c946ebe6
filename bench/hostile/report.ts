import type { Measured } from './runAttack.ts'
import { shown } from './tally.ts'
import { growthOf } from './verdict.ts'

const COLUMNS = [
  'attack',
  'kind',
  'product',
  'signed in',
  'requests',
  'answers',
  'control ms',
  'slowest ms',
  'refused',
  'memory MB',
  'growth MB',
] as const

/** The table is Markdown, so that it can be kept as it is. */
export function head(): string {
  return `| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---').join('|')}|`
}

export function row(measured: Measured): string {
  const { attack, tally, controlMs, seen } = measured
  const memory = [seen.memoryBefore, seen.memoryPeak, seen.memoryAfter].map(each => each.toFixed(0)).join(' → ')
  const cells = [
    attack.name,
    attack.kind,
    attack.product,
    attack.signedIn ? 'yes' : 'no',
    String(tally.sent),
    shown(tally),
    controlMs.toFixed(0),
    seen.slowestMs.toFixed(0),
    String(refusedOf(seen)),
    memory,
    growthOf(measured).toFixed(0),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Ordinary calls that got another answer than on a good day, or none. */
function refusedOf({ wrong }: Measured['seen']): number {
  return Object.values(wrong).reduce((sum, times) => sum + times, 0)
}
