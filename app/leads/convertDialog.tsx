import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { useSignal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { pipelines, stagesOf } from '../store/company.ts'
import { convert } from './leadsStore.ts'

/** Where deals went last: several leads are often converted one after the other. */
let lastStage: number | undefined

/** Asks where the deal of a lead begins. Enter takes what was chosen last. */
export function ConvertDialog({ those, close }: { those: readonly InboxLead[]; close: () => void }) {
  const before = pipelines.value.find(({ id }) => stagesOf(id).some(stage => stage.id === lastStage))
  const pipelineId = useSignal(before?.id ?? pipelines.value[0]?.id ?? 0)
  const stages = stagesOf(pipelineId.value)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const stageId = Number(new FormData(event.currentTarget as HTMLFormElement).get('stage'))
    if (!stageId) return
    lastStage = stageId
    close()
    void convert(those, stageId)
  }
  return (
    <Dialog
      title={those.length === 1 ? `Make “${those[0]?.title}” a deal` : `Make deals of ${those.length} leads`}
      close={close}
    >
      <form onSubmit={submit}>
        <label>
          Pipeline
          <select
            name="pipeline"
            value={pipelineId.value}
            onChange={event => (pipelineId.value = Number(event.currentTarget.value))}
          >
            {pipelines.value.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Stage
          <select name="stage" key={pipelineId.value}>
            {stages.map(({ id, name }) => (
              <option key={id} value={id} selected={id === lastStage}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <p class="soft">Notes, activities and files go with it.</p>
        <div class="row">
          <button type="submit" class="primary" autofocus>
            Make a deal
          </button>
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
