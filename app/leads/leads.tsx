import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { inboxKeys } from '../inbox/inboxList.tsx'
import { useKeys } from '../shell/keys.ts'
import { tellProblem } from '../shell/toasts.ts'
import { onChanges } from '../store/live.ts'
import { ConvertDialog } from './convertDialog.tsx'
import { LeadBar } from './leadBar.tsx'
import { LeadBulkBar } from './leadBulkBar.tsx'
import { LeadList } from './leadList.tsx'
import { LeadPane } from './leadPane.tsx'
import { archive, inbox, labels, markSeen, remove, toggleLabel } from './leadsStore.ts'

/** Leads that wait for somebody to look at them: a list, and the one that is read beside it. */
export function Leads() {
  const isAdding = useSignal(false)
  const isConverting = useSignal(false)
  const lead = inbox.openItem.value
  useEffect(() => void inbox.show().catch(tellProblem), [inbox.viewQuery.value])
  useEffect(() => void inbox.readApart().catch(tellProblem), [inbox.openId.value])
  useEffect(() => onChanges(['lead', 'activity', 'person', 'organization'], inbox.refresh), [])
  useEffect(() => {
    if (lead) void markSeen(lead, true)
  }, [lead?.id])
  useKeys(
    'Leads',
    useLeadKeys({
      add: () => (isAdding.value = true),
      convert: () => (isConverting.value = inbox.actedOn().length > 0),
    }),
  )

  return (
    <div class="inbox" data-open={inbox.openId.value !== undefined}>
      <h1 class="hidden">Leads</h1>
      <LeadBar add={() => (isAdding.value = true)} />
      <div class="inbox-body">
        <LeadList isAdding={isAdding.value} closeAdding={() => (isAdding.value = false)} />
        <LeadPane lead={lead} convert={() => (isConverting.value = true)} />
      </div>
      <LeadBulkBar convert={() => (isConverting.value = true)} />
      {isConverting.value && <ConvertDialog those={inbox.actedOn()} close={() => (isConverting.value = false)} />}
    </div>
  )
}

function useLeadKeys({ add, convert }: { add: () => void; convert: () => void }) {
  const known = labels.value
  return useMemo(() => {
    const on = (act: (those: ReturnType<typeof inbox.actedOn>) => Promise<void>) => () => {
      const those = inbox.actedOn()
      if (those.length > 0) void act(those)
    }
    return [
      ...inboxKeys(inbox, 'lead'),
      { keys: 'e', text: 'Archive, or move back to the inbox', run: on(archive) },
      { keys: 'c', text: 'Make a deal of it', run: convert },
      ...known.slice(0, 3).map(({ id, name }, nr) => ({
        keys: String(nr + 1),
        text: `Label: ${name}`,
        run: on(those => toggleLabel(those, id)),
      })),
      { keys: 'n', text: 'Add a lead', run: add },
      {
        keys: 'u',
        text: 'Mark as unseen',
        run: () => inbox.openItem.value && void markSeen(inbox.openItem.value, false),
      },
      { keys: 'Delete', text: 'Delete', run: on(remove) },
    ]
  }, [known])
}
