import type { ShownLongChange } from '@portico/crm/across/longChanges/shape'
import { computed, signal } from '@preact/signals'
import { call, download } from '../api/call.ts'
import { follow } from '../longChanges/longChanges.ts'
import { tellProblem } from '../shell/toasts.ts'
import { inbox } from './leadsStore.ts'

/** What is done with all selected leads at the server, as `POST /app/api/leads/bulk` takes it. */
export type LeadAction =
  | { owner_id: number }
  | { add_label_id: string }
  | { remove_label_id: string }
  | { is_archived: boolean }
  | { delete: true }

/** The selection that stands for all leads that match, loaded or not; any change of it makes another one. */
const whole = signal<unknown>(undefined)
export const isEverything = computed(() => whole.value === inbox.selection.selected.value)

export function selectEverything(): void {
  inbox.selection.put(inbox.items.value ?? [])
  whole.value = inbox.selection.selected.value
}

/** Goes on at the server, which tells how far it is and takes it back for a day. */
export async function changeMany(action: LeadAction): Promise<void> {
  try {
    const { data } = await call<ShownLongChange>('POST /app/api/leads/bulk', { body: { ...which(), action } })
    inbox.selection.clear()
    follow('bulk', data)
  } catch (error) {
    tellProblem(error)
  }
}

export async function exportMany(): Promise<void> {
  await download('POST /app/api/leads/export', { body: which() }, 'leads.csv').catch(tellProblem)
}

function which() {
  if (!isEverything.value) return { ids: [...inbox.selection.selected.value.keys()] }
  const asked = new URLSearchParams(inbox.viewQuery.value)
  const text = (name: string) => asked.get(name) ?? undefined
  const number = (name: string) => Number(asked.get(name)) || undefined
  return {
    filter: {
      archived: asked.get('archived') === 'true',
      owner_id: number('owner_id'),
      filter_id: number('filter_id'),
      label_id: text('label_id'),
      source: text('source'),
    },
  }
}
