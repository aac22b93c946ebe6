import { daysBetween, today } from '../parts/days.ts'
import { stages } from '../store/company.ts'
import type { ShownRecord } from './fieldValue.ts'
import type { RecordStore } from './recordStore.ts'
import type { FlowEntry } from './timeline/flowPages.ts'

/** The stages of the pipeline, with the days a deal spent in each; a press moves it there. */
export function StageBar({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const current = Number(record.stage_id)
  const own = stages.value.filter(stage => stage.pipeline_id === record.pipeline_id)
  const reached = own.findIndex(stage => stage.id === current)
  const days = daysInStages(record, store.flow.value ?? [], today())
  return (
    <ol class="stage-bar" aria-label="Stages">
      {own.map((stage, nr) => (
        <li key={stage.id} data-reached={nr <= reached}>
          <button
            type="button"
            aria-current={stage.id === current ? 'step' : undefined}
            title={stage.name}
            disabled={record.status !== 'open'}
            onClick={() => stage.id !== current && void store.save({ stage_id: stage.id }, `Moved to ${stage.name}`)}
          >
            <span>{stage.name}</span> <small>{days.has(stage.id) ? `${days.get(stage.id)} d` : ''}</small>
          </button>
        </li>
      ))}
    </ol>
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
