import { failure } from '@portico/kit/api/failure'

/**
 * What a template may leave open: `{{person.first_name}}`. Each is filled in from the record that a message is written
 * on, as far as its writer may see it, when the template is chosen.
 */
export const MERGE_FIELDS = {
  person: { name: 'Name', first_name: 'First name', last_name: 'Last name', email: 'E-mail', phone: 'Phone' },
  organization: { name: 'Name', address: 'Address', website: 'Website' },
  deal: { title: 'Title', value: 'Value', stage: 'Stage', expected_close_date: 'Expected close date' },
  sender: { name: 'Name', email: 'E-mail', phone: 'Phone', company: 'Company' },
} as const

export type MergeSource = keyof typeof MERGE_FIELDS
/** What is known to fill in, by source and field; null where a record has nothing. */
export type MergeValues = Partial<Record<MergeSource, Readonly<Record<string, string | null>>>>

/** Every merge field as it is written, with what it stands for. */
export const MERGE_FIELD_LIST = Object.entries(MERGE_FIELDS).flatMap(([source, fields]) =>
  Object.entries(fields).map(([field, label]) => ({ code: `${source}.${field}`, source, label })),
)

const KNOWN = new Set(MERGE_FIELD_LIST.map(({ code }) => code))
const MERGE_FIELD = /\{\{([^{}]*)\}\}/g

/** Refuses a text that leaves open what nothing can fill in, and names it. */
export function requireKnownFields(text: string, field: string): void {
  const unknown = [...text.matchAll(MERGE_FIELD)].map(([, code = '']) => code.trim()).filter(code => !KNOWN.has(code))
  if (unknown.length === 0) return
  const named = [...new Set(unknown)].map(code => `{{${code}}}`).join(', ')
  throw failure(
    'invalid',
    `${field} has merge fields that do not exist: ${named}. There are ${[...KNOWN].join(', ')}`,
    {
      field,
    },
  )
}

/** The text with what is known in its places; what is not known is left out and named. */
export function filledIn(text: string, values: MergeValues): { text: string; missing: string[] } {
  const missing = new Set<string>()
  const filled = text.replace(MERGE_FIELD, (_, given: string) => {
    const code = given.trim()
    const [source = '', field = ''] = code.split('.')
    const value = Object.hasOwn(values, source) ? values[source as MergeSource]?.[field] : undefined
    if (!value) missing.add(code)
    return value ?? ''
  })
  return { text: filled, missing: [...missing] }
}
