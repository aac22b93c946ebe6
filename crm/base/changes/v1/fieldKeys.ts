/** How columns are called where changes are shown, in the words of v1. */
export type LoggedEntity = 'deal' | 'person' | 'organization' | 'product'

const KEYS: Record<LoggedEntity, Record<string, string>> = {
  deal: { owner_id: 'user_id', label_ids: 'label', creator_id: 'creator_user_id' },
  person: { emails: 'email', phones: 'phone', label_ids: 'label' },
  organization: { label_ids: 'label' },
  product: {},
}

/** Columns that are bookkeeping, not fields. */
export const HIDDEN_COLUMNS = ['custom', 'status_before', 'delete_time', 'is_deleted', 'picture_id', 'company_id']

export function fieldKey(entity: LoggedEntity, column: string): string {
  return KEYS[entity][column] ?? column
}

/** A logged value as text: times in the v1 form, lists with commas, objects by their value. */
export function loggedText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(loggedText).join(',')
  if (typeof value === 'object') return loggedText((value as { value?: unknown }).value)
  const text = String(value)
  return TIMESTAMP.test(text) ? text.slice(0, 19).replace('T', ' ') : text
}

/** PostgreSQL writes timestamps into JSON like this. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/
