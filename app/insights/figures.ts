import type { Report } from '@portico/crm/sales/insights/app/shape'
import { type Signal, signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { onChanges } from '../store/live.ts'

export interface Figures {
  report: Signal<Report | undefined>
  refusal: Signal<string>
  isReading: Signal<boolean>
}

/** Of the time that somebody looks at a busy company, a chart spends at most a tenth on being counted again. */
const REST_PER_READING = 9

/** How many charts are being counted now. */
export const counting = signal(0)

/** The figures of a chart, once it is in view; counted again after changes as long as it is. */
export function useFigures(path: `/${string}`, kinds: readonly string[], card: RefObject<HTMLElement | null>): Figures {
  const report = useSignal<Report | undefined>(undefined)
  const refusal = useSignal('')
  const isReading = useSignal(true)
  const isInView = useSignal(false)

  useEffect(() => {
    if (!card.current) return
    const seen = new IntersectionObserver(entries => {
      isInView.value = entries.some(entry => entry.isIntersecting)
    })
    seen.observe(card.current)
    return () => seen.disconnect()
  }, [])

  useEffect(() => {
    if (!isInView.value) return
    const asking = new AbortController()
    let rest = 0
    let isWaiting = false
    const read = async () => {
      const begun = performance.now()
      counting.value++
      try {
        const { data } = await call<Report>(`GET ${path}`, { signal: asking.signal })
        report.value = data
        refusal.value = ''
      } catch (error) {
        if (asking.signal.aborted) return
        refusal.value = error instanceof Error ? error.message : String(error)
      } finally {
        counting.value--
      }
      isReading.value = false
      rest = REST_PER_READING * (performance.now() - begun)
    }
    const again = async () => {
      if (isWaiting) return
      isWaiting = true
      await new Promise(resolve => setTimeout(resolve, rest))
      isWaiting = false
      if (!asking.signal.aborted) await read()
    }
    isReading.value = true
    void read()
    const stop = onChanges(kinds, again)
    return () => {
      asking.abort()
      stop()
    }
  }, [path, isInView.value])

  return { report, refusal, isReading }
}
