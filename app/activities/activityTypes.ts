import type { ActivityType } from '@portico/crm/work/activityTypes/v1/shape'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'

/** The types of activities that the company has, in its order. */
export const activityTypes = signal<readonly ActivityType[]>([])

let isAsked = false

/** Reads them once; whoever changes them loads the page again. */
export function wantActivityTypes(): void {
  if (isAsked) return
  isAsked = true
  call<ActivityType[]>('GET /v1/activityTypes').then(
    ({ data }) => {
      activityTypes.value = data
    },
    error => {
      isAsked = false
      tellProblem(error)
    },
  )
}

export function typeName(key: string): string {
  return activityTypes.value.find(type => type.key_string === key)?.name ?? key
}

/** Those that can be chosen, with the one that is chosen already. */
export function typeChoices(chosen: string | undefined): { key: string; name: string }[] {
  const active = activityTypes.value.filter(type => type.active_flag).map(type => type.key_string)
  return [...new Set([...(chosen ? [chosen] : []), ...active])].map(key => ({ key, name: typeName(key) }))
}
