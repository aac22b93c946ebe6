import { Id, nullable } from '@portico/kit/schemas'
import Type from 'typebox'
import { permittedUsers } from '../access/permittedUsers.ts'
import type { Crm } from '../api/context.ts'
import { v1 } from '../api/operation.ts'
import { nextCursor } from '../lists/cursor.ts'
import { ChangelogItem, changelogPage, changelogQuery } from './changelog.ts'
import { type FlowEntity, FlowItem, flowBeside, flowPage, flowQuery } from './flow.ts'

/** A kind of record whose past can be read. */
export interface Remembered {
  entity: FlowEntity
  /** As one speaks of it: `a deal`. */
  one: string
  /** Scopes that may see who else sees a record. */
  scopes: readonly string[]
  /** Refuses a record that is not there for the caller. */
  require(crm: Crm, id: number): Promise<unknown>
}

const params = { id: Id }

/** What happened to a record and who may see it, for the routes of its kind. */
export function historyOf({ entity, one, scopes, require }: Remembered) {
  return {
    changelog: (route: `GET /${string}`) =>
      v1({
        route,
        summary: `List what happened to the fields of ${one}`,
        scopes: ['recents:read'],
        params,
        query: changelogQuery,
        reply: Type.Array(ChangelogItem),
        beside: nextCursor,
        cost: 20,
        async run({ params, query }, crm) {
          await require(crm, params.id)
          return changelogPage(crm, entity, params.id, query)
        },
      }),

    flow: (route: `GET /${string}`) =>
      v1({
        route,
        summary: `List everything that happened to ${one} and around it`,
        scopes: ['recents:read'],
        params,
        query: flowQuery,
        reply: nullable(Type.Array(FlowItem)),
        beside: flowBeside,
        cost: 40,
        async run({ params, query }, crm) {
          await require(crm, params.id)
          return flowPage(crm, entity, params.id, query)
        },
      }),

    permittedUsers: (route: `GET /${string}`) =>
      v1({
        route,
        summary: `List the users who may see ${one}`,
        scopes,
        params,
        reply: Type.Array(Type.Integer()),
        cost: 10,
        run: ({ params }, crm) => permittedUsers(crm, entity, params.id),
      }),
  }
}
