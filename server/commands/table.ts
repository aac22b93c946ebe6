/** Columns under their names, for a person and for `awk`. Texts of others are made harmless to a terminal. */
export function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names, ...rows].map(line => line.map(oneLine))
  const widths = names.map((_, column) => Math.max(...lines.map(line => (line[column] ?? '').length)))
  return lines
    .map(line =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, '?') || '-'
}

/** `2026-11-15 20:58`, in UTC. */
export function minuteOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}
