import type { Id, MovedKind } from './kind.ts'
import type { Given } from './source.ts'

/** The id of a record at the source. */
export function idOf({ idOf: ofKind }: Pick<MovedKind, 'idOf'>, record: Given): string {
  return ofKind ? ofKind(record) : String(record.id)
}

/** The id of a record here, as its column has it. */
export function plainId(id: string): Id {
  return /^\d{1,15}$/.test(id) ? Number(id) : id
}

/** Whether an id of the source can be that of a row here. */
export function isId(text: string): boolean {
  return (
    /^[1-9]\d{0,14}$/.test(text) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ||
    /^[0-9a-f]{32}$/i.test(text)
  )
}
