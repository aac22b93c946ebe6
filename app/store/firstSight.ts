import type { FirstSight } from '@portico/crm/across/samples/app/operations'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { onChanges } from './live.ts'

/** Whether there is anything to see yet, and whether it is sample data. */
export const firstSight = signal<FirstSight>({ is_empty: false, has_samples: false })

/** Read before anything is drawn; the answer came with the page. */
export async function readFirstSight(): Promise<void> {
  firstSight.value = (await call<FirstSight>('GET /app/api/sample-data')).data
}

/** An empty company fills and samples go; once neither is so there is nothing to watch. */
export function watchFirstSight(): (() => void) | undefined {
  const { is_empty, has_samples } = firstSight.value
  if (!is_empty && !has_samples) return undefined
  return onChanges(['deal', 'person', 'organization', 'lead', 'product'], readFirstSight)
}
