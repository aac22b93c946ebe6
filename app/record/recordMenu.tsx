import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Icon } from '../parts/icon.tsx'
import { loaded } from '../parts/loaded.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { go } from '../shell/location.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { mayDo } from '../store/company.ts'
import { offerUndo } from '../store/undo.ts'
import type { ShownRecord } from './fieldValue.ts'
import { closePanel, inPanel } from './panel.ts'
import type { RecordStore } from './recordStore.ts'

const MergeDialog = loaded(async () => (await import('./merge/mergeDialog.tsx')).MergeDialog)

/** What is done with a record as a whole. */
export function RecordMenu({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { kind, id } = store
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useSignal(false)
  const isMerging = useSignal(false)
  const title = String(record[kind.title])
  const leave = () => (inPanel.value ? closePanel() : go(kind.screen))

  async function remove() {
    try {
      const { correlationId } = await call(`DELETE ${kind.path}/${id}`)
      offerUndo(`Deleted “${title}”`, correlationId)
      leave()
    } catch (error) {
      tellProblem(error)
    }
  }
  async function makeLead() {
    try {
      await call(`POST /v2/deals/${id}/convert/lead`)
      tell(`Made “${title}” a lead`)
      leave()
    } catch (error) {
      tellProblem(error)
    }
  }
  const items: MenuItem[] = [
    ...(kind.merging && mayDo(kind.merging.right)
      ? [{ label: 'Merge with another', run: () => (isMerging.value = true) }]
      : []),
    ...(kind.name === 'deal' && mayDo('can_convert_deals_to_leads')
      ? [{ label: 'Make it a lead', run: () => void makeLead() }]
      : []),
    { label: 'Delete', run: () => void remove() },
  ]
  return (
    <>
      <button
        ref={button}
        type="button"
        class="round"
        aria-label="More actions"
        aria-haspopup="menu"
        onClick={() => (isOpen.value = true)}
      >
        <Icon name="more" />
      </button>
      {isOpen.value && button.current && (
        <Menu
          label={`Actions on ${title}`}
          items={items}
          anchor={button.current}
          close={() => (isOpen.value = false)}
        />
      )}
      {isMerging.value && <MergeDialog store={store} record={record} close={() => (isMerging.value = false)} />}
    </>
  )
}
