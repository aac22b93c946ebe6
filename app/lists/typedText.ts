/** What people write in a cell of a spreadsheet, read as a value of a field. Undefined when it is none. */

/** `1,234.56`, `1.234,56`, `€ 5`, `12 %`. A single separator before three digits separates thousands. */
export function readNumber(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[^\d.,+-]+|[^\d.,]+$/g, '')
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(bare)) return undefined
  const decimal = decimalOf(bare)
  const whole = decimal === -1 ? bare : bare.slice(0, decimal)
  const rest = decimal === -1 ? '' : bare.slice(decimal + 1)
  if (!/^[+-]?(\d*|\d{1,3}([.,]\d{3})+)$/.test(whole)) return undefined
  return Number(`${whole.replace(/[.,]/g, '')}${rest && `.${rest}`}`)
}

/** Where the fraction begins: at the last separator, unless it is one of thousands. */
function decimalOf(text: string): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return -1
  const separator = text[last] ?? ''
  const isOnly = text.indexOf(separator) === last
  const other = separator === ',' ? '.' : ','
  if (!isOnly) return -1
  if (text.includes(other)) return last
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? -1 : last
}

/** `2026-11-16`, `16.11.2026`, `11/16/2026` where the month comes first, else `16/11/2026`. */
export function readDay(text: string, monthFirst: boolean): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})([T ].*)?$/.exec(text)
  if (iso) return existing(iso[1], iso[2], iso[3])
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text)
  if (dotted) return existing(dotted[3], dotted[2], dotted[1])
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (!slashed) return undefined
  return monthFirst ? existing(slashed[3], slashed[1], slashed[2]) : existing(slashed[3], slashed[2], slashed[1])
}

function existing(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text
}

/** Whether people of this language write the month before the day. */
export function writesMonthFirst(language: string): boolean {
  const parts = new Intl.DateTimeFormat(language).formatToParts(new Date('2026-11-16T12:00:00Z'))
  return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month'
}

export function readTruth(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (['yes', 'true', '1', 'y', 'x'].includes(word)) return true
  return ['no', 'false', '0', 'n'].includes(word) ? false : undefined
}
