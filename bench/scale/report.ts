import type { Measured } from './measure.ts'

/** Everything that was measured, and where: what `--json` writes. */
export interface Outcome {
  at: string
  cores: number
  load: number[]
  node: string
  postgres: string
  sizes: number[]
  /** Records added in a second; null for a company that was there already. */
  seedRates: (number | undefined)[]
  measured: Measured[]
}

/** The table of `docs/measurements.md`. */
export function printTable({ sizes, measured, load }: Outcome): void {
  const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  console.log(`load at the end: ${load.join(', ')}`)
  row(['what', ...sizes.map(size => `${size.toLocaleString('en')} deals, ms`), 'ratio', 'at most'])
  row(['---', ...sizes.map(() => '---'), '---', '---'])
  for (const { name, ms, ratio, target, met } of measured)
    row([name, ...ms.map(time => time.toFixed(1)), ratio.toFixed(2), met ? target : `${target}, missed`])
}
