import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { tellProblem } from '../shell/toasts.ts'

/**
 * A part whose code is loaded when it is first shown, for what few people open.
 *
 * @example const MergeDialog = loaded(async () => (await import('./merge/mergeDialog.tsx')).MergeDialog)
 */
export function loaded<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Loaded(props: Props) {
    const part = useSignal(known)
    useEffect(() => {
      if (known) return
      load().then(found => {
        known = found
        part.value = found
      }, tellProblem)
    }, [])
    const Part = part.value
    return Part ? <Part {...props} /> : null
  }
}
