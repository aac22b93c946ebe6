import type { Cost, Line } from './compare.ts'

/** Processor times are milliseconds of one core for one answer: of the process that answers, and of PostgreSQL. */
export const HEAD = `| call | a second | floor | of it | median ms | process + database ms | floor | of it | target |
|---|--:|--:|--:|--:|--:|--:|--:|--:|`

export function row({ name, ours, floor, ofFloor, target, met }: Line): string {
  const cells = [
    name,
    ours.rate.toFixed(0),
    floor?.rate.toFixed(0) ?? '',
    ofFloor?.rate.toFixed(2) ?? '',
    ours.median.toFixed(1),
    processor(ours),
    floor ? processor(floor) : '',
    ofFloor?.processor.toFixed(2) ?? '',
    target === undefined ? '' : `${target}${met ? '' : ' MISSED'}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function processor({ process, database }: Cost): string {
  return `${process.toFixed(2)} + ${database.toFixed(2)}`
}
