import { useEffect } from 'preact/hooks'
import { tellProblem } from '../shell/toasts.ts'
import { copied, paste } from './clipboard.ts'
import { block, isEditing } from './cursor.ts'
import type { ListColumn } from './listRow.ts'
import type { ListStore } from './listStore.ts'

/** Copying and pasting act on the block of cells while the table has the focus. */
export function useClipboard(store: ListStore, columns: readonly ListColumn[]): void {
  useEffect(() => {
    const isOurs = () => document.activeElement?.matches('[data-active-cell]') && !isEditing.value
    const copy = (event: ClipboardEvent) => {
      if (!isOurs()) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', copied(store, columns, block()))
    }
    const put = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain')
      if (!isOurs() || !text) return
      event.preventDefault()
      paste(store, columns, text, block()).catch(tellProblem)
    }
    document.addEventListener('copy', copy)
    document.addEventListener('paste', put)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', put)
    }
  }, [store, columns])
}
