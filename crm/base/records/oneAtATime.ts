import type { Answer } from '@portico/kit/api/answer'
import type { GivenBody } from '@portico/kit/api/operation'
import { Id } from '@portico/kit/api/schemas'
import type { Static, TProperties, TSchema } from 'typebox'
import type { Crm } from '../api/context.ts'

const params = { id: Id }

interface OfOne {
  params: { id: number }
}

/**
 * Reading, adding and changing one record, which is shown alike after each: operations but for their routes, summaries,
 * scopes, rights and costs.
 *
 * @example
 * const board = oneAtATime(Board, (crm, id) => oneBoard(crm, id))
 * v2({ route: 'GET /boards/{id}', summary: 'Get a board', scopes: READ, cost: 1, ...board.get })
 * v2({ route: 'POST /boards', summary: 'Add a board', scopes: WRITE, cost: 5, ...board.add({ name: Name }, createBoard) })
 */
export function oneAtATime<Reply extends TSchema>(
  reply: Reply,
  show: (crm: Crm, id: number) => Promise<Answer<Static<Reply>>>,
) {
  return {
    get: { params, reply, run: ({ params }: OfOne, crm: Crm) => show(crm, params.id) },

    add: <Body extends TProperties | TSchema>(
      body: Body,
      create: (crm: Crm, given: GivenBody<Body>) => Promise<number>,
    ) => ({
      body,
      reply,
      run: async ({ body }: { body: GivenBody<Body> }, crm: Crm) => show(crm, await create(crm, body)),
    }),

    change: <Body extends TProperties | TSchema>(
      body: Body,
      update: (crm: Crm, id: number, given: GivenBody<Body>) => Promise<unknown>,
    ) => ({
      ifMatch: true,
      params,
      body,
      reply,
      async run({ params, body }: OfOne & { body: GivenBody<Body> }, crm: Crm) {
        await update(crm, params.id, body)
        return show(crm, params.id)
      },
    }),
  }
}
