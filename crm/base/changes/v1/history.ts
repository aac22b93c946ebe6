import { Id } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import { permittedUsers } from '../../access/permittedUsersStore.ts'
import type { Crm } from '../../api/context.ts'
import { nextCursor } from '../../lists/cursor.ts'
import { ChangelogItem, changelogPage, changelogQuery } from './changelog.ts'

/** A kind of record whose past can be read. */
export interface Remembered {
  entity: 'deal' | 'person' | 'organization'
  /** With its article: `a deal`. */
  one: string
  /** Refuses a record that is not there for the caller. */
  require(crm: Crm, id: number): Promise<unknown>
}

const params = { id: Id }

interface OfRecord {
  params: { id: number }
}
interface Asked<Query extends object> extends OfRecord {
  query: Query
}

/** What happened to a record and who may see it: the operations, but for their routes and scopes. */
export function historyV1({ entity, one, require }: Remembered) {
  return {
    changelog: {
      summary: `List what happened to the fields of ${one}`,
      params,
      query: changelogQuery,
      reply: Type.Array(ChangelogItem),
      beside: nextCursor,
      cost: 20,
      async run({ params, query }: Asked<Static<TObject<typeof changelogQuery>>>, crm: Crm) {
        await require(crm, params.id)
        return changelogPage(crm, entity, params.id, query)
      },
    },
    permittedUsers: {
      summary: `List the users who may see ${one}`,
      params,
      reply: Type.Array(Type.Integer()),
      cost: 10,
      run: ({ params }: OfRecord, crm: Crm) => permittedUsers(crm, entity, params.id),
    },
  }
}
