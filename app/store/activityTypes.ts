import type { ActivityType } from '@portico/crm/work/activityTypes/v1/shape'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { onChanges } from './live.ts'

/** The types of activities that the company has, in its order. */
const activityTypes = signal<readonly ActivityType[]>([])

let isFollowed = false

/** Reads them when the first screen needs them, and keeps them as they are now. */
export function useActivityTypes(): void {
  useEffect(() => {
    if (isFollowed) return
    isFollowed = true
    onChanges(['activity_type'], read)
    read().catch(tellProblem)
  }, [])
}

async function read(): Promise<void> {
  activityTypes.value = (await call<ActivityType[]>('GET /v1/activityTypes')).data
}

export function typeName(key: string): string {
  return activityTypes.value.find(type => type.key_string === key)?.name ?? key
}

/** Those that can be chosen, with the one that is chosen already. */
export function typeChoices(chosen: string | undefined): { key: string; name: string }[] {
  const active = activityTypes.value.filter(type => type.active_flag).map(type => type.key_string)
  return [...new Set([...(chosen ? [chosen] : []), ...active])].map(key => ({ key, name: typeName(key) }))
}
