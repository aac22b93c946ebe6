import { boards, phasesOf, useBoards } from '../../projects/boards.ts'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'
import { Steps } from '../steps.tsx'

const WORDS: Readonly<Record<string, string>> = { completed: 'Completed', canceled: 'Canceled', deleted: 'Deleted' }

/** How a project stands: in which phase, done, given up, archived. */
export function ProjectHead({ store, record }: { store: RecordStore; record: ShownRecord }) {
  useBoards()
  const status = String(record.status)
  const boardId = Number(record.board_id)
  const isArchived = Boolean(record.archive_time)
  const set = (patch: Record<string, unknown>, text: string) => () => void store.save(patch, text)
  return (
    <>
      <div class="row outcome">
        {status === 'open' ? (
          <>
            <button type="button" class="won" onClick={set({ status: 'completed' }, 'Completed the project')}>
              Completed
            </button>
            <button type="button" class="lost" onClick={set({ status: 'canceled' }, 'Canceled the project')}>
              Canceled
            </button>
          </>
        ) : (
          <>
            <strong class={status === 'completed' ? 'won' : 'lost'}>{WORDS[status] ?? status}</strong>
            <button type="button" onClick={set({ status: 'open' }, 'Opened the project again')}>
              Open again
            </button>
          </>
        )}
        <button
          type="button"
          onClick={set(
            { is_archived: !isArchived },
            isArchived ? 'Took it out of the archive' : 'Archived the project',
          )}
        >
          {isArchived ? 'Take out of the archive' : 'Archive'}
        </button>
        {(boards.value?.length ?? 0) > 1 && (
          <select
            aria-label="Board"
            value={boardId}
            onChange={event =>
              void store.save({ board_id: Number(event.currentTarget.value) }, 'Moved to another board')
            }
          >
            {boards.value?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <Steps
        label="Phases"
        steps={phasesOf(boardId)}
        current={Number(record.phase_id)}
        disabled={status !== 'open'}
        choose={({ id, name }) => void store.save({ phase_id: id }, `Moved to ${name}`)}
      />
    </>
  )
}
