/**
 * PostgreSQL arrays of the types we use. The driver would ask the database for them at every connect, with a query
 * whose failure nobody hears: a database that goes away at that moment would end the process.
 */
export const ARRAY_TYPES = Object.fromEntries(
  Object.entries<{ oid: number; read: (text: string) => unknown }>({
    bool: { oid: 1000, read: text => text === 't' },
    int2: { oid: 1005, read: Number },
    int4: { oid: 1007, read: Number },
    name: { oid: 1003, read: String },
    text: { oid: 1009, read: String },
    varchar: { oid: 1015, read: String },
    int8: { oid: 1016, read: Number },
    float8: { oid: 1022, read: Number },
    oid: { oid: 1028, read: Number },
    date: { oid: 1182, read: String },
    timestamptz: { oid: 1185, read: text => new Date(text) },
    numeric: { oid: 1231, read: String },
    uuid: { oid: 2951, read: String },
  }).map(([name, { oid, read }]) => [
    `${name}Array`,
    { to: oid, from: [oid], serialize: writeArray, parse: (text: string) => readArray(text, read) },
  ]),
)

/** `{1,2,"a \"b\"",NULL}` */
export function writeArray(values: readonly unknown[]): string {
  return `{${values.map(writeItem).join(',')}}`
}

function writeItem(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

export function readArray<T>(text: string, read: (item: string) => T): (T | null)[] {
  return [...text.slice(1, -1).matchAll(ITEM)].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'))
    return plain === 'NULL' ? null : read(plain)
  })
}

/** A quoted item with its escapes, or a plain one; followed by a comma or the end. Each begins where the last one ended. */
const ITEM = /(?:"((?:[^"\\]|\\.)*)"|([^,"]+))(?:,|$)/gsy
