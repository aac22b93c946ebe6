import { failure } from '@portico/kit/api/failure'
import { Id, listOf, optional } from '@portico/kit/api/schemas'
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

const Ids = listOf(Id, { minItems: 1, maxItems: 500 })
interface SeveralIds {
  ids?: number[] | undefined
}

/** `DELETE ?ids=1,2` of v1, or the ids in the body: all of them or none. Two calls lock the records in the same order. */
export function deletingSeveral(remove: (crm: Crm, id: number, options: { bulk: true }) => Promise<unknown>) {
  return {
    query: { ids: optional(Ids) },
    body: { ids: optional(Ids) },
    reply: Type.Object({ id: Type.Array(Type.Integer()) }),
    async run({ query, body }: { query: SeveralIds; body: SeveralIds }, crm: Crm) {
      const given = query.ids ?? body.ids
      if (!given) throw failure('invalid', 'ids is required', { field: 'ids' })
      const ids = [...new Set(given)].sort((a, b) => a - b)
      for (const id of ids) await remove(crm, id, { bulk: true })
      return { id: ids }
    },
  }
}
