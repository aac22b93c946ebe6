import { failure } from '@portico/kit/api/failure'
import type { Actor } from './actor.ts'
import { RIGHTS, type Right } from './rights.ts'

/** What an operation can demand of its caller: a right of a permission set, or to be an admin. */
export type Demand = Right | Administration

/** Admins of the sales app set up pipelines and fields, those of projects boards and phases; admins of the account manage people and their rights. */
type Administration = keyof typeof ADMINISTRATION

const ADMINISTRATION = {
  sales_admin: { holds: (actor: Actor) => actor.isAdmin, refusal: 'Only an admin of the company may do this' },
  projects_admin: { holds: (actor: Actor) => actor.isProjectsAdmin, refusal: 'Only an admin of projects may do this' },
  account_admin: { holds: (actor: Actor) => actor.isAccountAdmin, refusal: 'Only an admin of the account may do this' },
}

/** Asked before an operation runs. The contract of v1 has a text of its own for what is left to admins. */
export function requireDeclared(actor: Actor, { api, rights }: { api: string; rights: readonly string[] }): void {
  for (const demand of rights as readonly Demand[]) {
    if (mayDo(actor, demand)) continue
    const ofContract = api === 'crm-v1' && isAdministration(demand)
    throw failure('forbidden', ofContract ? 'You do not have permissions to do this.' : refusalOf(demand))
  }
}

/** For what depends on more than the operation: on what is sent, or on the record. Operations declare the rest in `rights`. */
export function requireRight({ actor }: { actor: Actor }, demand: Demand): void {
  if (!mayDo(actor, demand)) throw failure('forbidden', refusalOf(demand))
}

export function mayDo(actor: Actor, demand: Demand): boolean {
  return isAdministration(demand) ? ADMINISTRATION[demand].holds(actor) : actor.rights.has(demand)
}

function refusalOf(demand: Demand): string {
  if (isAdministration(demand)) return ADMINISTRATION[demand].refusal
  return `Your permission set does not allow this: ${RIGHTS[demand].says} (${demand})`
}

function isAdministration(demand: Demand): demand is Administration {
  return demand in ADMINISTRATION
}
