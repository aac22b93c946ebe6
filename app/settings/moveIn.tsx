import type { MoveInShape } from '@portico/crm/across/moveIn/app/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { userName } from '../store/company.ts'
import { changed } from '../store/live.ts'
import { Form } from './form.tsx'
import { MoveInKinds } from './moveInKinds.tsx'
import { MoveInProblems } from './moveInProblems.tsx'

const HOSTED = 'https://api.pipedrive.com'
const EVERY_MS = 1_000

/** Copies an account of another server: asked for here, done by the server, watched while it goes on. */
export function MoveIn() {
  const shown = useSignal<MoveInShape | undefined>(undefined)
  const move = shown.value
  const goesOn = move?.state === 'waiting' || move?.state === 'running'
  useEffect(() => {
    let timer = 0
    const look = async () => {
      try {
        const before = shown.value?.state
        shown.value = (await call<MoveInShape>('GET /app/api/moveIn')).data
        if (before === 'running' && shown.value.state === 'done') changed('*')
      } catch (error) {
        if (!shown.value) return tellProblem(error)
      }
      if (goesOn) timer = window.setTimeout(() => void look(), EVERY_MS)
    }
    void look()
    return () => clearTimeout(timer)
  }, [goesOn])
  async function stop() {
    try {
      shown.value = (await call<MoveInShape>('POST /app/api/moveIn/stop')).data
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <section class="settings-list move-in" aria-label="Move in">
      <header class="settings-head">
        <div>
          <h1>Move in</h1>
          <p class="soft">
            Copies a whole account of the hosted CRM, or of another Portico: people, fields, pipelines, contacts, deals,
            leads, projects, activities, notes and files. Nobody is mailed, and nothing changes there.
          </p>
        </div>
      </header>
      {!move && <p class="loading">Loading …</p>}
      {move && move.state !== 'none' && (
        <section aria-label="The copy">
          <p role="status">{stateOf(move)}</p>
          {goesOn && (
            <>
              <progress aria-label="How far it is" value={shareOf(move)} max={1} />
              <p class="soft">It goes on when you leave this page, and when the server is started anew.</p>
              <div class="row-start">
                <button type="button" class="danger" onClick={() => void stop()}>
                  Stop
                </button>
              </div>
            </>
          )}
          <MoveInKinds move={move} />
          {!goesOn && <MoveInProblems key={move.add_time} move={move} />}
        </section>
      )}
      {move && !goesOn && (
        <Form
          key={move.state}
          fields={[
            {
              name: 'url',
              label: 'Address of its API',
              type: 'url',
              required: true,
              max: 2000,
              hint: 'That of the hosted CRM, or where the other Portico answers',
            },
            {
              name: 'token',
              label: 'API token of an admin there',
              type: 'password',
              required: true,
              max: 500,
              hint: 'Kept sealed until the copy ends, then forgotten. It is not shown again.',
            },
          ]}
          values={{ url: move.url ?? HOSTED, token: '' }}
          verb={VERBS[move.state] ?? 'Start the copy'}
          save={async body => {
            shown.value = (await call<MoveInShape>('POST /app/api/moveIn', { body })).data
          }}
        >
          {HEADINGS[move.state] && <h2>{HEADINGS[move.state]}</h2>}
        </Form>
      )}
    </section>
  )
}

const VERBS: Partial<Record<MoveInShape['state'], string>> = {
  done: 'Bring what changed',
  failed: 'Go on',
  stopped: 'Go on',
}

const HEADINGS: Partial<Record<MoveInShape['state'], string>> = {
  done: 'Once more',
  failed: 'Go on where it stopped',
  stopped: 'Go on where it stopped',
}

function stateOf({ state, url, problem, due_time, user_id, run, finish_time, missing }: MoveInShape): string {
  const from = url ? new URL(url).host : ''
  if (state === 'failed') return `Stopped: ${problem ?? ''}`
  if (state === 'stopped') return `Stopped. What came from ${from} stays.`
  if (state === 'done') {
    const outcome = missing === 0 ? 'Everything came' : `Everything came but for ${missing.toLocaleString()}`
    return `${outcome} from ${from}, ${minute(finish_time)}.`
  }
  if (problem) return `Waiting until ${minute(due_time)}: ${problem}`
  if (state === 'waiting') return 'About to begin …'
  return `${run > 1 ? 'Bringing what changed' : 'Copying'} from ${from}, asked for by ${userName(user_id ?? 0)}`
}

function minute(time: string | null): string {
  return time ? new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : ''
}

function shareOf({ kinds }: MoveInShape): number {
  return kinds.filter(({ state }) => state === 'done').length / Math.max(1, kinds.length)
}
