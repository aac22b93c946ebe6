import type { Outcome } from './report.ts'

const ROW = 22
const LEFT = 250
const WIDTH = 560
const DOTS = ['#9ca3af', '#6b7280', '#2563eb', '#b45309']
/** From a tenth of a millisecond to a hundred seconds, each power of ten as wide as any other. */
const [LEAST, MOST] = [-0.5, 4]

/** A line for each measure with a dot for each size, over milliseconds: where the dots lie together, nothing grows. */
export function plot({ sizes, measured, at }: Outcome): string {
  const height = ROW * (measured.length + 3)
  const x = (ms: number) => LEFT + ((Math.log10(ms) - LEAST) / (MOST - LEAST)) * WIDTH
  const text = (left: number, top: number, words: string, more = '') =>
    `<text x="${left}" y="${top}" ${more}>${words}</text>`
  const lines = [1, 10, 100, 1000, 10_000].map(
    ms =>
      `<path d="M${x(ms)} ${ROW * 1.5}V${height - ROW}" stroke="#e5e7eb"/>${text(x(ms), height - 6, `${ms.toLocaleString('en')} ms`, 'text-anchor="middle"')}`,
  )
  const legend = sizes.map((size, nr) => {
    const left = LEFT + nr * 150
    return `<circle cx="${left}" cy="12" r="5" fill="${DOTS[nr]}"/>${text(left + 10, 16, `${size.toLocaleString('en')} deals`)}`
  })
  const rows = measured.map(({ name, ms }, nr) => {
    const y = ROW * (nr + 2)
    const dots = ms.map((time, size) => `<circle cx="${x(time).toFixed(1)}" cy="${y}" r="5" fill="${DOTS[size]}"/>`)
    const span = `<path d="M${x(Math.min(...ms)).toFixed(1)} ${y}H${x(Math.max(...ms)).toFixed(1)}" stroke="#9ca3af"/>`
    return `${text(LEFT - 12, y + 4, name, 'text-anchor="end"')}${span}${dots.join('')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 40} ${height}" font-family="sans-serif" font-size="12" fill="#374151">
<title>Milliseconds of each call by the size of the company, ${at.slice(0, 10)}</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...lines, ...legend, ...rows].join('\n')}
</svg>
`
}
