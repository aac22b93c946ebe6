import type { Envelope } from '@portico/kit/api/api'
import { isRecord } from '@portico/kit/api/isRecord'

/** `/deals:(id,title)`: v1 callers may name the fields they want behind a path. */
const SELECTOR = /:\(([\w.,\s]*)\)$/

export function withoutSelector(path: string): string {
  return mayHaveSelector(path) ? decoded(path).replace(SELECTOR, '') : path
}

/** The envelope of an API whose answers are cut down to the selected fields. */
export function selecting(envelope: Envelope): Envelope {
  return {
    ...envelope,
    shownAs({ pathname }) {
      const [, list] = mayHaveSelector(pathname) ? (SELECTOR.exec(decoded(pathname)) ?? []) : []
      return list === undefined ? undefined : data => select(data, list)
    },
  }
}

function select(data: string, list: string): string {
  const names = new Set(list.split(',').map(name => name.trim()))
  const pick = (record: unknown) =>
    isRecord(record) ? Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))) : record
  const value: unknown = JSON.parse(data)
  return JSON.stringify(Array.isArray(value) ? value.map(pick) : pick(value))
}

function mayHaveSelector(path: string): boolean {
  return path.endsWith(')') || /%29$/.test(path)
}

/** Some clients write the parentheses percent-encoded, and all of them spaces. */
function decoded(path: string): string {
  return path
    .replace(/%20/g, ' ')
    .replace(/%28/gi, '(')
    .replace(/%29/gi, ')')
    .replace(/%2C/gi, ',')
    .replace(/%3A(?=\()/gi, ':')
}
