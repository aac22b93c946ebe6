import type { Team } from '@portico/crm/company/teams/v1/shape'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { mayDo } from '../store/company.ts'

/** The teams of the company, for those who may see who is in them. */
export const teams = signal<readonly Team[]>([])

export async function readTeams(): Promise<void> {
  if (!mayDo('can_see_other_users')) return
  teams.value = (await call<Team[] | null>('GET /v1/legacyTeams?skip_users=1&order_by=name')).data ?? []
}

export function teamName(id: number): string {
  return teams.value.find(team => team.id === id)?.name ?? `Team ${id}`
}
