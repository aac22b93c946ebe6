import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { onChanges } from './live.ts'

/** How many leads nobody has opened yet, for the navigation. */
export const unseenLeads = signal(0)

/** Keeps the number true while the app is open. */
export function watchUnseenLeads(): () => void {
  read().catch(() => {})
  return onChanges(['lead'], read)
}

async function read(): Promise<void> {
  unseenLeads.value = (await call<{ unseen: number }>('GET /app/api/leads/unseen')).data.unseen
}
