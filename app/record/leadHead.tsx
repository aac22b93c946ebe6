import { useSignal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { go } from '../shell/location.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { pipelines, stages } from '../store/company.ts'
import { convertLead } from './convertLead.ts'
import type { ShownRecord } from './fieldValue.ts'
import { openPanel } from './panel.ts'
import type { RecordStore } from './recordStore.ts'

/** What becomes of a lead: a deal, or it is put away. */
export function LeadHead({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const isConverting = useSignal(false)
  const isArchived = Boolean(record.is_archived)
  return (
    <div class="row outcome">
      <button type="button" class="won" onClick={() => (isConverting.value = true)}>
        Make it a deal
      </button>
      <button
        type="button"
        onClick={() =>
          void store.save({ is_archived: !isArchived }, isArchived ? 'Took it out of the archive' : 'Archived the lead')
        }
      >
        {isArchived ? 'Take it out of the archive' : 'Archive'}
      </button>
      {isConverting.value && <ConvertDialog id={String(store.id)} close={() => (isConverting.value = false)} />}
    </div>
  )
}

/** Asks where the deal begins. */
export function ConvertDialog({ id, close }: { id: string; close: () => void }) {
  const pipelineId = useSignal(pipelines.value[0]?.id)
  const isRunning = useSignal(false)
  async function convert(event: SubmitEvent) {
    event.preventDefault()
    if (isRunning.value) return
    isRunning.value = true
    const stage_id = Number(new FormData(event.currentTarget as HTMLFormElement).get('stage'))
    try {
      const dealId = await convertLead(id, { stage_id })
      close()
      tell('Made it a deal', { action: { label: 'Open', run: () => go(`/app/deals/${dealId}`) } })
      openPanel('deal', dealId)
    } catch (error) {
      tellProblem(error)
      isRunning.value = false
    }
  }
  return (
    <Dialog title="Make it a deal" close={close}>
      <form onSubmit={convert}>
        <label>
          Pipeline
          <select value={pipelineId.value} onChange={event => (pipelineId.value = Number(event.currentTarget.value))}>
            {pipelines.value.map(({ id: each, name }) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Stage
          <select name="stage">
            {stages.value
              .filter(stage => stage.pipeline_id === pipelineId.value)
              .map(stage => (
                <option key={stage.id} value={stage.id}>
                  {stage.name}
                </option>
              ))}
          </select>
        </label>
        <div class="row">
          <button type="submit" class="primary" disabled={isRunning.value}>
            {isRunning.value ? 'Working …' : 'Make it a deal'}
          </button>
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
