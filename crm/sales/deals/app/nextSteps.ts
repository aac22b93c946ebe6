import { Id, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { cursorQueryOf, nextCursor } from '../../../base/lists/cursor.ts'
import { dealsWithoutNextStep } from './nextStepsStore.ts'
import { DealWithoutNextStep } from './shape.ts'

const getDealsWithoutNextStep = app({
  route: 'GET /deals-without-next-step',
  summary: 'Get the open deals that have no activity to be done, those untouched for longest first',
  query: { owner_id: optional(Id), ...cursorQueryOf({ most: 200, usual: 50 }) },
  reply: Type.Array(DealWithoutNextStep),
  beside: nextCursor,
  cost: 10,
  run: ({ query: { owner_id, limit = 50, cursor } }, crm) => dealsWithoutNextStep(crm, { owner_id, limit, cursor }),
})

export const nextSteps = [getDealsWithoutNextStep]
