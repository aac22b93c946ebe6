import type { Torture } from './torture.ts'

/** The tables are Markdown, so that they can be kept as they are. */
export function report({ seconds, troubles, checked, again, reads, findings }: Torture): string {
  return [
    '| trouble | times | until ready again, s (median, longest) |',
    '|---|---|---|',
    ...troubles.map(({ name, missing, readyAfter }) =>
      missing ? `| ${name} | skipped: ${missing} | |` : `| ${name} | ${readyAfter.length} | ${spread(readyAfter)} |`,
    ),
    '',
    '| what | acknowledged | lost | twice |',
    '|---|---|---|---|',
    ...checked.map(
      ({ what, acknowledged, lost, twice, mayRepeat }) =>
        `| ${what} | ${acknowledged} | ${lost} | ${twice}${mayRepeat ? ' (allowed)' : ''} |`,
    ),
    '',
    `${Math.round(seconds)} s, ${reads} reads of what was acknowledged, ${again} tries that had to be made again.`,
    findings.length === 0 ? 'Nothing was found.' : `Found:\n${findings.map(line => `  ${line}`).join('\n')}`,
  ].join('\n')
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other)
  return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(value => (value ?? 0).toFixed(1)).join(', ')
}
