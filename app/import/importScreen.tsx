import type { ShownImport, ShownTarget } from '@portico/crm/across/imports/app/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { isUnderWay } from '../longChanges/longChanges.ts'
import { outcomeOf } from '../longChanges/outcome.ts'
import { go } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { mayDo } from '../store/company.ts'
import { DropFile } from './dropFile.tsx'
import { MapColumns } from './mapColumns.tsx'
import { Result } from './result.tsx'

/** Brings a file in: choose it, say what its columns are, look at the problems, run it. The address says which file. */
export function ImportScreen({ id }: { id: string }) {
  if (!mayDo('can_use_import'))
    return (
      <div class="told">
        <h1>You may not import</h1>
        <p>Your permission set does not allow it. An admin can change that.</p>
      </div>
    )
  return (
    <div class="import">
      <h1>Import</h1>
      {id ? <OneImport key={id} id={Number(id)} /> : <Begin />}
    </div>
  )
}

function Begin() {
  const past = useSignal<readonly ShownImport[]>([])
  useEffect(() => {
    call<ShownImport[]>('GET /app/api/imports').then(({ data }) => {
      past.value = data
    }, tellProblem)
  }, [])
  return (
    <>
      <DropFile taken={({ id }) => go(`/app/import/${id}`)} />
      {past.value.length > 0 && (
        <section>
          <h2>Imported before</h2>
          <ul class="past-imports">
            {past.value.map(each => (
              <li key={each.id}>
                <a href={`/app/import/${each.id}`}>{each.file_name}</a>
                <span>{each.state === 'draft' ? 'Not run yet' : outcomeOf(each)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function OneImport({ id }: { id: number }) {
  const shown = useSignal<ShownImport | undefined>(undefined)
  const targets = useSignal<readonly ShownTarget[]>([])
  const refusal = useSignal('')
  async function read() {
    shown.value = (await call<ShownImport>(`GET /app/api/imports/${id}`)).data
    if (shown.value.state === 'draft') targets.value = (await call<ShownTarget[]>('GET /app/api/importTargets')).data
  }
  useEffect(() => {
    let timer = 0
    const look = () =>
      read().then(
        () => {
          if (shown.value && isUnderWay(shown.value)) timer = window.setTimeout(look, 500)
        },
        error => {
          refusal.value = error instanceof Error ? error.message : String(error)
        },
      )
    void look()
    return () => clearTimeout(timer)
  }, [id, shown.value?.state === 'waiting', shown.value?.state === 'undoing'])

  if (refusal.value) return <p role="alert">{refusal.value}</p>
  const file = shown.value
  if (!file) return <p class="loading">Loading …</p>
  const began = (next: ShownImport) => {
    shown.value = next
  }
  if (file.state !== 'draft') return <Result file={file} began={began} />
  if (targets.value.length === 0) return <p class="loading">Loading …</p>
  return <MapColumns file={file} targets={targets.value} began={began} />
}
