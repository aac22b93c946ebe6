const UNITS = ['B', 'kB', 'MB', 'GB']

/** `340 B`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0)
  const amount = bytes / 1000 ** unit
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit]}`
}
