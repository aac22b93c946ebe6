import { Id, listOf } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../api/context.ts'

/**
 * `DELETE` of one record with a version, but for its route, summary, scopes, rights and cost.
 *
 * @example v2({ route: 'DELETE /deals/{id}', summary: 'Delete a deal', scopes: ['deals:full'],
  rights: ['can_delete_deals'], cost: 3, ...deletingOne(removeDeal) })
 */
export function deletingOne(remove: (crm: Crm, id: number) => Promise<unknown>) {
  return {
    ifMatch: true,
    params: { id: Id },
    reply: Type.Object({ id: Type.Integer() }),
    async run({ params }: { params: { id: number } }, crm: Crm) {
      await remove(crm, params.id)
      return { id: params.id }
    },
  }
}

/** The same for projects and tasks of v1, where the contract wraps the id twice; `data.id` is where other records have it. */
export function deletingOneWrapped(remove: (crm: Crm, id: number) => Promise<unknown>) {
  return {
    ifMatch: true,
    params: { id: Id },
    reply: Type.Object({
      id: Type.Integer(),
      success: Type.Boolean(),
      data: Type.Object({ id: Type.Integer() }),
    }),
    async run({ params: { id } }: { params: { id: number } }, crm: Crm) {
      await remove(crm, id)
      return { id, success: true, data: { id } }
    },
  }
}

/** `DELETE ?ids=1,2` of v1: all of them or none. Two calls lock the records in the same order. */
export function deletingSeveral(remove: (crm: Crm, id: number, options: { bulk: true }) => Promise<unknown>) {
  return {
    query: { ids: listOf(Id, { minItems: 1, maxItems: 500 }) },
    reply: Type.Object({ id: Type.Array(Type.Integer()) }),
    async run({ query }: { query: { ids: number[] } }, crm: Crm) {
      const ids = [...new Set(query.ids)].sort((a, b) => a - b)
      for (const id of ids) await remove(crm, id, { bulk: true })
      return { id: ids }
    },
  }
}
