import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import { refusingDatabase } from '@portico/kit/database/nestedCalls'
import type { Sql } from '@portico/kit/database/sql'
import type { Actor } from '../access/actor.ts'
import { findActor } from '../access/actorStore.ts'
import type { Crm, CrmServices } from './context.ts'

/** Who asked for the work of a job, and by which request. */
export interface Asked {
  companyId: number
  userId: number
  requestId: string
}

/**
 * Runs the work of a job as the user who asked for it, in one transaction, with the rights the user has by now.
 *
 * @example await performAs(services, asked, crm => updateRecord(crm, 'deal', id, values))
 */
export async function performAs<T>(services: CrmServices, asked: Asked, work: (crm: Crm) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await services.database.write(async sql => {
    effects.length = 0
    const inside = { ...services, database: refusingDatabase, reads: refusingDatabase }
    return work(await crmOf(inside, asked, sql, effects))
  })
  for (const effect of effects) effect()
  return result
}

/** The same for what only reads: no transaction, and one connection for as long as it takes. */
export async function readAs<T>(services: CrmServices, asked: Asked, work: (crm: Crm) => Promise<T>): Promise<T> {
  return services.database.read(async sql => work(await crmOf(services, asked, sql)))
}

/** What operations run with, for a user who is not calling. */
export async function crmOf(
  services: CrmServices,
  { companyId, userId, requestId }: Asked,
  sql: Sql,
  effects: (() => void)[] = [],
): Promise<Crm> {
  const actor = await findActor(sql, companyId, userId)
  if (!actor) throw failure('unauthenticated', 'The user who asked for this is not active any more')
  const call = callOf(services.origin, requestId)
  const afterCommit = (effect: () => void) => {
    effects.push(effect)
  }
  return { sql, actor, now: call.receivedAt, call, services, afterCommit, stillAllowed: async () => actor }
}

/** What reading needs of a context, for a user who did not ask for it: work in the background. */
export function readingAs(services: CrmServices, sql: Sql, actor: Actor): Crm {
  const call = callOf(services.origin, '')
  return { sql, actor, now: call.receivedAt, call, services, afterCommit: () => {}, stillAllowed: async () => actor }
}

/** A job has no request of its own: it goes on with the one that asked for it. */
function callOf(origin: string, requestId: string): Call {
  const request = new Request(origin)
  return {
    request,
    pathname: '/',
    path: '/',
    search: new URLSearchParams(),
    requestId,
    remoteAddress: '',
    receivedAt: new Date(),
    headers: new Map(),
  }
}
