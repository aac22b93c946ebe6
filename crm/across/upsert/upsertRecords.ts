import { failure, isFailure } from '@portico/kit/api/failure'
import { refuseUnknownFields } from '@portico/kit/api/serveApi'
import { validate } from '@portico/kit/api/validate'
import type { Static, TSchema } from 'typebox'
import type { VisibleEntity } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Fields } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { type GivenRecord, type Match, matchBy } from './match.ts'
import { orUndone } from './orUndone.ts'
import { waitForOthers } from './store.ts'
import type { UpsertedItem } from './v2/shape.ts'

/** A kind of record that can be upserted: the bodies of its add and update in v2, and what they do. */
export interface Kind {
  entity: VisibleEntity
  create(crm: Crm, body: GivenRecord): Promise<number>
  update(crm: Crm, id: number, body: GivenRecord): Promise<void>
  /** Refuses a body of an update that no record could take: unknown fields, values of another type. */
  check(crm: Crm, body: GivenRecord): Promise<void>
}

interface Written {
  custom(stored: Record<string, unknown>): unknown
}

export function kindOf<Added extends TSchema, Changed extends TSchema, Input extends Written>(kind: {
  entity: VisibleEntity
  added: Added
  changed: Changed
  input(fields: Fields, body: Static<Added> | Static<Changed>): Input
  create(crm: Crm, input: Input): Promise<number>
  update(crm: Crm, id: number, input: Input): Promise<unknown>
}): Kind {
  const read = async (crm: Crm, schema: Added | Changed, body: GivenRecord) =>
    kind.input(await fieldsOf(crm, kind.entity), checked(schema, body))
  return {
    entity: kind.entity,
    create: async (crm, body) => kind.create(crm, await read(crm, kind.added, body)),
    async update(crm, id, body) {
      await kind.update(crm, id, await read(crm, kind.changed, body))
    },
    check: async (crm, body) => void (await read(crm, kind.changed, body)).custom({}),
  }
}

/**
 * Changes the records that are there and adds the others, in one transaction. A record that is refused leaves
 * nothing behind and does not stop the others.
 */
export async function upsertRecords(
  crm: Crm,
  kind: Kind,
  { records, match_by = 'id' }: { records: readonly GivenRecord[]; match_by?: string },
): Promise<UpsertedItem[]> {
  if (crm.call.request.headers.has('if-match'))
    throw failure('invalid', 'If-Match is for a change of one record: leave it out when several are sent', {
      field: 'if-match',
    })
  const match = await matchBy(crm, kind.entity, match_by)
  await waitForOthers(crm, kind.entity)
  const items: UpsertedItem[] = []
  for (const [index, record] of records.entries())
    items.push({ index, ...(await orFailed(crm, part => upsertOne(part, kind, match, record))) })
  return items
}

type Outcome = Omit<UpsertedItem, 'index'>

async function upsertOne(crm: Crm, kind: Kind, match: Match, record: GivenRecord): Promise<Outcome> {
  const { ids, body } = await match(crm, record)
  const [id, second] = ids
  if (second !== undefined)
    throw failure('conflict', 'Several records match this one, so none was changed: send the id of one')
  if (id === undefined) return { status: 'created', id: await kind.create(crm, body) }
  await kind.update(crm, id, body)
  return { status: 'updated', id }
}

/** A refusal of one record undoes that record alone. */
async function orFailed(crm: Crm, work: (crm: Crm) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await orUndone(crm, work)
  } catch (error) {
    if (!isFailure(error)) throw error
    const { field } = error.details
    return { status: 'failed', error: error.message, ...(field !== undefined && { field }) }
  }
}

/** The body, once it is known to fit the schema; the types follow. */
function checked<T extends TSchema>(schema: T, body: GivenRecord): Static<T> {
  validate(schema, body)
  refuseUnknownFields(schema, body)
  return body as Static<T>
}
