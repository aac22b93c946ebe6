import type { ChangesCursor } from '@portico/crm/across/feed/app/operations'
import type { Session } from '@portico/crm/company/signIn/app/shape'
import type { User } from '@portico/crm/company/users/v1/shape'
import type { Pipeline } from '@portico/crm/sales/pipelines/v2/shape'
import type { Stage } from '@portico/crm/sales/stages/v2/shape'
import { computed, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { readFirstSight } from './firstSight.ts'
import { onChanges, tellFrom } from './live.ts'
import { readViews } from './views.ts'

/** What every screen stands on: who is signed in, and the few things of the company that change seldom. */
export const session = signal<Session>(undefined as unknown as Session)
export const pipelines = signal<readonly Pipeline[]>([])
export const stages = signal<readonly Stage[]>([])
export const users = signal<readonly User[]>([])

/** Read before anything is drawn; the answers came with the page. */
export async function readCompany(): Promise<void> {
  tellFrom((await call<ChangesCursor>('GET /app/api/changes/cursor')).data.cursor)
  await Promise.all([readSession(), readPipelines(), readUsers(), readFirstSight(), readViews()])
}

export async function readSession(): Promise<void> {
  session.value = (await call<Session>('GET /app/api/session')).data
}

/** Keeps all of it as it is now. What somebody may do comes with whatever else has changed at once. */
export function followCompany(): () => void {
  const ways = [
    onChanges([], readSession),
    onChanges(['pipeline', 'stage'], readPipelines),
    onChanges(['user'], readUsers),
  ]
  return () => {
    for (const stop of ways) stop()
  }
}

export async function readPipelines(): Promise<void> {
  const [found, their] = await Promise.all([
    call<Pipeline[]>('GET /v2/pipelines?limit=500'),
    call<Stage[]>('GET /v2/stages?limit=500'),
  ])
  pipelines.value = found.data.toSorted((a, b) => a.order_nr - b.order_nr)
  stages.value = their.data.toSorted((a, b) => a.order_nr - b.order_nr)
}

export async function readUsers(): Promise<void> {
  users.value = (await call<User[]>('GET /v1/users')).data
}

const usersById = computed(() => new Map(users.value.map(user => [user.id, user])))

export function userName(id: number): string {
  return usersById.value.get(id)?.name ?? `User ${id}`
}

/** Those that a record can be given to. */
export const activeUsers = computed(() =>
  users.value.filter(user => user.active_flag).toSorted((a, b) => a.name.localeCompare(b.name)),
)

/** What amounts are in that name no currency. */
export const myCurrency = computed(() => usersById.value.get(session.value.user.id)?.default_currency ?? 'USD')

export function stagesOf(pipelineId: number): Stage[] {
  return stages.value.filter(stage => stage.pipeline_id === pipelineId)
}

export function mayDo(right: string): boolean {
  return session.value.is_admin || session.value.rights.includes(right)
}
