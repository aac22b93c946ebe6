import { signal } from '@preact/signals'
import { call } from '../api/call.ts'

/** What conditions can be made of: operators by the type of a field, and days in words. */
export interface Helpers {
  operators: Record<string, Record<string, string>>
  deprecated_operators: Record<string, Record<string, string>>
  relative_dates: Record<string, string>
}

const helpers = signal<Helpers | undefined>(undefined)
let asked: Promise<void> | undefined

/** Read once; the same for everybody. */
export function readHelpers(): Promise<void> {
  asked ??= call<Helpers>('GET /v1/filters/helpers').then(
    ({ data }) => {
      helpers.value = data
    },
    error => {
      asked = undefined
      throw error
    },
  )
  return asked
}

export function operatorsOf(type: string): [operator: string, label: string][] {
  return Object.entries(helpers.value?.operators[type] ?? {})
}

export function operatorLabel(type: string, operator: string): string {
  const known = helpers.value
  return known?.operators[type]?.[operator] ?? known?.deprecated_operators[type]?.[operator] ?? operator
}

export function relativeDates(): [name: string, label: string][] {
  return Object.entries(helpers.value?.relative_dates ?? {})
}

export function relativeDateLabel(value: string): string {
  return helpers.value?.relative_dates[value] ?? value
}
