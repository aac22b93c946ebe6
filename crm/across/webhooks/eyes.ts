import { findActor } from '../../base/access/actorStore.ts'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { readingAs } from '../../base/api/jobContext.ts'
import { type People, readPeople } from './permittedStore.ts'

/** The user whose rights a webhook has, at work. */
export interface Eyes {
  people: People
  /** Reads as that user. */
  read<T>(work: (crm: Crm) => Promise<T>): Promise<T>
}

/** How long the rights of the user and of the others in the company are remembered. */
const REMEMBERED_MS = 2000

/** Looks through the eyes of a user; nobody when the user is switched off. */
export function openEyes(services: CrmServices, companyId: number, userId: number): () => Promise<Eyes | undefined> {
  const holder = `crm/${companyId}`
  let known: Eyes | undefined
  let until = 0
  return async () => {
    if (performance.now() < until) return known
    known = await services.database.read(async sql => {
      const actor = await findActor(sql, companyId, userId)
      if (!actor) return undefined
      return {
        people: await readPeople(readingAs(services, sql, actor)),
        read: work => services.database.read(other => work(readingAs(services, other, actor)), holder),
      }
    }, holder)
    until = performance.now() + REMEMBERED_MS
    return known
  }
}
