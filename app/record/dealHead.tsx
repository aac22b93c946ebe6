import { useSignal } from '@preact/signals'
import { LoseDialog } from '../parts/loseDialog.tsx'
import type { ShownRecord } from './fieldValue.ts'
import type { RecordStore } from './recordStore.ts'
import { StageBar } from './stageBar.tsx'

/** How a deal stands: won, lost and why, or in which stage. */
export function DealHead({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const isLosing = useSignal(false)
  const { status, lost_reason } = record
  function lose(reason: string) {
    isLosing.value = false
    void store.save({ status: 'lost', ...(reason && { lost_reason: reason }) }, 'Lost the deal')
  }
  return (
    <>
      <div class="row outcome">
        {status === 'open' ? (
          <>
            <button type="button" class="won" onClick={() => void store.save({ status: 'won' }, 'Won the deal')}>
              Won
            </button>
            <button type="button" class="lost" onClick={() => (isLosing.value = true)}>
              Lost
            </button>
          </>
        ) : (
          <>
            <strong class={String(status)}>{status === 'won' ? 'Won' : 'Lost'}</strong>
            {lost_reason ? <span class="soft">{String(lost_reason)}</span> : null}
            <button type="button" onClick={() => void store.save({ status: 'open' }, 'Opened the deal again')}>
              Open again
            </button>
          </>
        )}
      </div>
      <StageBar store={store} record={record} />
      {isLosing.value && <LoseDialog title={String(record.title)} lose={lose} close={() => (isLosing.value = false)} />}
    </>
  )
}
