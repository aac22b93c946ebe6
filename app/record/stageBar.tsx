import { daysBetween, today } from '../parts/days.ts'
import { stages } from '../store/company.ts'
import type { ShownRecord } from './fieldValue.ts'
import type { RecordStore } from './recordStore.ts'
import { Steps } from './steps.tsx'
import type { FlowEntry } from './timeline/flowPages.ts'

/** The stages of the pipeline, with the days a deal spent in each; a press moves it there. */
export function StageBar({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const days = daysInStages(record, store.flow.value ?? [], today())
  return (
    <Steps
      label="Stages"
      steps={stages.value
        .filter(stage => stage.pipeline_id === record.pipeline_id)
        .map(({ id, name }) => ({ id, name, note: days.has(id) ? `${days.get(id)} d` : '' }))}
      current={Number(record.stage_id)}
      disabled={record.status !== 'open'}
      choose={({ id, name }) => void store.save({ stage_id: id }, `Moved to ${name}`)}
    />
  )
}

/** Days in each stage, out of the changes of the stage; the flow has the newest first. */
function daysInStages(record: ShownRecord, flow: readonly FlowEntry[], now: string): Map<number, number> {
  const moves = flow
    .filter(({ object, data }) => object === 'dealChange' && data.field_key === 'stage_id')
    .map(({ data }) => ({ from: Number(data.old_value), at: String(data.log_time).slice(0, 10) }))
    .toReversed()
  const days = new Map<number, number>()
  let since = String(record.add_time).slice(0, 10)
  for (const { from, at } of moves) {
    days.set(from, (days.get(from) ?? 0) + daysBetween(since, at))
    since = at
  }
  const end = record.close_time ? String(record.close_time).slice(0, 10) : now
  const current = Number(record.stage_id)
  days.set(current, (days.get(current) ?? 0) + daysBetween(since, end))
  return days
}
