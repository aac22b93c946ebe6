import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { onChanges } from './live.ts'

/** How many threads of the inbox are unread, for the navigation. */
export const unreadMail = signal(0)

/** Keeps the number true while the app is open. */
export function watchUnreadMail(): () => void {
  read().catch(() => {})
  return onChanges(['mail_thread'], read)
}

async function read(): Promise<void> {
  unreadMail.value = (await call<{ unread: number }>('GET /app/api/mailbox')).data.unread
}
