import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { call } from '../api/call.ts'
import { onChanges } from './live.ts'

export interface Asked<T> {
  /** Undefined while it is read, or when it could not be. */
  data: Signal<T | undefined>
  refusal: Signal<string>
  read: () => Promise<void>
}

/** The answer to a question that a part of the screen asks, asked again when records of these kinds change. */
export function useAnswer<T>(path: `/${string}`, kinds: readonly string[] = []): Asked<T> {
  const data = useSignal<T | undefined>(undefined)
  const refusal = useSignal('')
  const read = useMemo(
    () => async () => {
      try {
        data.value = (await call<T>(`GET ${path}`)).data
        refusal.value = ''
      } catch (error) {
        refusal.value = error instanceof Error ? error.message : String(error)
      }
    },
    [path],
  )
  useEffect(() => {
    void read()
    return kinds.length ? onChanges(kinds, read) : undefined
  }, [read])
  return { data, refusal, read }
}
