import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { ShownRecord } from '../record/fieldValue.ts'
import { KINDS } from '../record/kinds.ts'
import { MergeDialog } from '../record/merge/mergeDialog.tsx'
import { openRecord } from '../record/recordStore.ts'
import { tellProblem } from '../shell/toasts.ts'
import { mayDo } from '../store/company.ts'
import type { Selection } from './selection.ts'

interface Pair {
  kind: 'deal' | 'person' | 'organization'
  ids: readonly [number, number]
}

/** Two records of a kind that can be made one, when exactly two are selected. */
export function mergeable(selection: Selection): Pair | undefined {
  if (!('ids' in selection) || selection.kind === 'product') return undefined
  if (!mayDo(KINDS[selection.kind].merging?.right ?? '')) return undefined
  const [first, second, third] = selection.ids
  if (first === undefined || second === undefined || third !== undefined) return undefined
  return { kind: selection.kind, ids: [first, second] }
}

/** Reads the two, then shows both and the result beside each other. */
export function MergeTwo({ kind, ids, close, merged }: Pair & { close: () => void; merged: () => void }) {
  const both = useSignal<readonly [ShownRecord, ShownRecord] | undefined>(undefined)
  const store = useMemo(() => openRecord(KINDS[kind], ids[0]), [kind, ids[0]])
  useEffect(() => {
    const { path } = KINDS[kind]
    const read = async (id: number) => (await call<ShownRecord>(`GET ${path}/${id}`)).data
    Promise.all([read(ids[0]), read(ids[1]), store.read()]).then(([first, second]) => {
      both.value = [first, second]
    }, tellProblem)
  }, [kind, ids.join()])
  if (!both.value) return null
  const [record, other] = both.value
  return <MergeDialog store={store} record={record} with={other} close={close} merged={merged} />
}
