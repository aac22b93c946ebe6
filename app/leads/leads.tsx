import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { useKeys } from '../shell/keys.ts'
import { tellProblem } from '../shell/toasts.ts'
import { onChanges } from '../store/live.ts'
import { ConvertDialog } from './convertDialog.tsx'
import { LeadBar } from './leadBar.tsx'
import { LeadBulkBar } from './leadBulkBar.tsx'
import { LeadList, stepLead } from './leadList.tsx'
import { LeadPane } from './leadPane.tsx'
import {
  actedOn,
  archive,
  labels,
  markSeen,
  open,
  openId,
  openLead,
  readApart,
  refresh,
  remove,
  selection,
  showLeads,
  toggleLabel,
  viewQuery,
} from './leadsStore.ts'

/** Leads that wait for somebody to look at them: a list, and the one that is read beside it. */
export function Leads() {
  const isAdding = useSignal(false)
  const isConverting = useSignal(false)
  const lead = openLead.value
  useEffect(() => void showLeads().then(readApart).catch(tellProblem), [viewQuery.value])
  useEffect(() => void readApart().catch(tellProblem), [openId.value])
  useEffect(() => onChanges(['lead', 'activity', 'person', 'organization'], () => refresh().then(readApart)), [])
  useEffect(() => {
    if (lead) void markSeen(lead, true)
  }, [lead?.id])
  useKeys(
    'Leads',
    useLeadKeys({
      add: () => (isAdding.value = true),
      convert: () => (isConverting.value = actedOn().length > 0),
    }),
  )

  return (
    <div class="leads" data-open={openId.value !== undefined}>
      <h1 class="hidden">Leads</h1>
      <LeadBar add={() => (isAdding.value = true)} />
      <div class="leads-body">
        <LeadList isAdding={isAdding.value} closeAdding={() => (isAdding.value = false)} />
        <LeadPane lead={lead} convert={() => (isConverting.value = true)} />
      </div>
      <LeadBulkBar convert={() => (isConverting.value = true)} />
      {isConverting.value && <ConvertDialog those={actedOn()} close={() => (isConverting.value = false)} />}
    </div>
  )
}

function useLeadKeys({ add, convert }: { add: () => void; convert: () => void }) {
  const known = labels.value
  return useMemo(() => {
    const on = (act: (those: ReturnType<typeof actedOn>) => Promise<void>) => () => {
      const those = actedOn()
      if (those.length > 0) void act(those)
    }
    return [
      { keys: 'j', text: 'Next lead', run: () => stepLead(1) },
      { keys: 'k', text: 'Lead before', run: () => stepLead(-1) },
      { keys: 'ArrowDown', text: 'Next lead', run: () => stepLead(1) },
      { keys: 'ArrowUp', text: 'Lead before', run: () => stepLead(-1) },
      { keys: 'e', text: 'Archive, or move back to the inbox', run: on(archive) },
      { keys: 'c', text: 'Make a deal of it', run: convert },
      ...known.slice(0, 3).map(({ id, name }, nr) => ({
        keys: String(nr + 1),
        text: `Label: ${name}`,
        run: on(those => toggleLabel(those, id)),
      })),
      {
        keys: 'x',
        text: 'Select the lead',
        run: () => openLead.value && selection.toggle(openLead.value),
      },
      { keys: 'n', text: 'Add a lead', run: add },
      {
        keys: 'u',
        text: 'Mark as unseen',
        run: () => openLead.value && void markSeen(openLead.value, false),
      },
      { keys: 'Delete', text: 'Delete', run: on(remove) },
      {
        keys: 'Escape',
        text: 'Select nothing, then close the lead',
        run: () => (selection.selected.value.size > 0 ? selection.clear() : open(undefined)),
      },
    ]
  }, [known])
}
