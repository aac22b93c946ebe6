import { useEffect, useMemo } from 'preact/hooks'
import { Composer } from '../record/composer/composer.tsx'
import { LEAD } from '../record/kinds.ts'
import { openRecord } from '../record/recordStore.ts'
import { Timeline } from '../record/timeline/timeline.tsx'
import { onChanges } from '../store/live.ts'

/** What is said and done about the lead that is read: the parts of its record. */
export function LeadFlow({ id }: { id: string }) {
  const store = useMemo(() => openRecord(LEAD, id), [id])
  useEffect(() => void store.read(), [store])
  useEffect(() => onChanges(['lead', 'note', 'activity', 'file', 'mail_message', 'mail_thread'], store.read), [store])
  const record = store.record.value
  if (!record) return null
  return (
    <div class="lead-flow">
      <Composer store={store} record={record} />
      <Timeline store={store} />
    </div>
  )
}
