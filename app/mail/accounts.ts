import type { MailAccount } from '@portico/crm/work/mailAccounts/app/operations'
import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { shortTime } from './shortTime.ts'

/** One's accounts elsewhere, and how reading them goes. Undefined until they are read. */
export const accounts = signal<readonly MailAccount[] | undefined>(undefined)

export async function readAccounts(): Promise<readonly MailAccount[]> {
  accounts.value = (await call<MailAccount[]>('GET /app/api/mailAccounts')).data
  return accounts.value
}

/** How often is asked while one is being read, and else. */
const SOON_MS = 1_500
const LATER_MS = 30_000

/** Keeps the states true while they are on the screen: no change of a record tells of them. */
export function useAccounts(): void {
  const round = useSignal(0)
  useEffect(() => void readAccounts().catch(() => {}), [])
  useEffect(() => {
    const timer = setTimeout(
      async () => {
        if (document.visibilityState === 'visible') await readAccounts().catch(() => {})
        round.value++
      },
      accounts.value?.some(isBusy) ? SOON_MS : LATER_MS,
    )
    return () => clearTimeout(timer)
  }, [accounts.value, round.value])
}

export function isBusy({ state }: MailAccount): boolean {
  return state === 'waiting' || state === 'reading'
}

/** How reading an account goes, in words. */
export function stateText({ state, last_read_time, last_error, next_read_time }: MailAccount): string {
  const last = last_read_time ? `last read ${shortTime(last_read_time)}` : 'never read yet'
  if (state === 'failed')
    return `Cannot be read: ${last_error ?? 'no reason given'}. ${capital(last)}${next_read_time ? `, tried again ${shortTime(next_read_time)}` : ''}`
  if (state === 'off') return `Switched off, ${last}`
  if (state === 'reading') return `Being read now, ${last}`
  if (state === 'waiting') return `Waits to be read, ${last}`
  return capital(last)
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
