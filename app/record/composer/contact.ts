import { call } from '../../api/call.ts'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordKind } from '../kinds.ts'

export interface Contact {
  name: string
  email: string
  phone: string
}

interface Entry {
  value: string
  primary?: boolean
}

/** Whom a record is about: the person itself, or the contact person of a deal or a lead. */
export async function contactOf(kind: RecordKind, record: ShownRecord): Promise<Contact> {
  const person = kind.name === 'person' ? record : await linkedPerson(record.person_id)
  return {
    name: String(person?.name ?? ''),
    email: firstOf(person?.emails),
    phone: firstOf(person?.phones),
  }
}

async function linkedPerson(id: unknown): Promise<ShownRecord | undefined> {
  if (!id) return undefined
  // Whoever may not see the person writes the address by hand.
  return call<ShownRecord>(`GET /v2/persons/${Number(id)}`).then(
    ({ data }) => data,
    () => undefined,
  )
}

function firstOf(given: unknown): string {
  const entries = (given as Entry[] | null | undefined) ?? []
  return (entries.find(entry => entry.primary) ?? entries[0])?.value ?? ''
}
