import { sealSecret } from '@portico/kit/access/sealedSecret'
import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { SOURCE_TOKEN } from '../../../base/access/sourceToken.ts'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { askForMove, findAskedMove, findMove, stopMove } from '../askedStore.ts'
import { countMoved } from '../movedStore.ts'
import { moveInSoon } from '../moveInTask.ts'
import { countProblems, pageOfProblems } from '../problemStore.ts'
import { checkSource } from '../rules.ts'
import { MoveInShape, MoveProblemShape, showMoveIn } from './shape.ts'

/** It brings people and their rights as well as records. */
const rights = ['account_admin', 'sales_admin'] as const

const getMoveIn = app({
  route: 'GET /moveIn',
  summary: 'Get how far the copy of an account of another server is, or what became of it',
  rights,
  reply: MoveInShape,
  cost: 2,
  run: (_, crm) => shown(crm),
})

const beginMoveIn = app({
  route: 'POST /moveIn',
  summary: 'Copy an account of the hosted CRM, or of another server like this one, into the company',
  description:
    'It goes on in the background, where it stopped when it was stopped or failed; once it is done, it brings what has changed since. The token is kept sealed until the copy ends.',
  rights,
  body: {
    url: Type.String({
      minLength: 1,
      maxLength: LIMITS.webhookUrlCharacters,
      description: 'Where its API answers, such as https://api.pipedrive.com',
    }),
    token: Type.String({ minLength: 1, maxLength: 500, description: 'An API token of an admin there' }),
  },
  reply: MoveInShape,
  status: 202,
  cost: 100,
  async run({ body }, crm) {
    const { services, actor } = crm
    const url = checkSource(body.url, services)
    // It goes into a header.
    if (!/^[\x21-\x7e]+$/.test(body.token))
      throw failure('invalid', 'token must be an API token, without spaces', { field: 'token' })
    const token = sealSecret(body.token, SOURCE_TOKEN, services.secrets[0] ?? '')
    const asked = await askForMove(crm, { url, token })
    if (!asked) throw failure('conflict', 'An account is being copied already: wait for that, or stop it')
    await auditCall(crm, 'account_copied', actor.companyId, { change: 'begun', from: url })
    await moveInSoon(crm.sql)
    return shown(crm)
  },
})

const stopMoveIn = app({
  route: 'POST /moveIn/stop',
  summary: 'Stop copying and forget the token; what came stays, and the next copy goes on from there',
  rights,
  reply: MoveInShape,
  cost: 10,
  async run(_, crm) {
    if (!(await stopMove(crm))) throw failure('conflict', 'No account is being copied')
    await auditCall(crm, 'account_copied', crm.actor.companyId, { change: 'stopped' })
    return shown(crm)
  },
})

const getMoveInProblems = app({
  route: 'GET /moveIn/problems',
  summary: 'List the records that did not come, or came without something, and why',
  rights,
  query: {
    start: optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
    limit: optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  },
  reply: Type.Array(MoveProblemShape),
  cost: 5,
  async run({ query: { start = 0, limit = 100 } }, crm) {
    const asked = await findAskedMove(crm)
    if (!asked?.source) return []
    const key = { companyId: crm.actor.companyId, source: asked.source }
    return pageOfProblems(crm.sql, key, { start, limit })
  },
})

async function shown(crm: Crm): Promise<MoveInShape> {
  const { sql, actor } = crm
  const row = await findAskedMove(crm)
  if (!row?.source)
    return showMoveIn(row, { move: undefined, here: undefined, problems: { missing: 0, incomplete: 0 } })
  const key = { companyId: actor.companyId, source: row.source }
  const isUnderWay = row.state === 'waiting' || row.state === 'running'
  return showMoveIn(row, {
    move: await findMove(sql, key.companyId, key.source),
    here: isUnderWay ? undefined : await countMoved(sql, key),
    problems: await countProblems(sql, key),
  })
}

export const movingIn = [getMoveIn, beginMoveIn, stopMoveIn, getMoveInProblems]
