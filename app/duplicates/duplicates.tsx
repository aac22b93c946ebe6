import type { DuplicateKind, DuplicatePair } from '@portico/crm/across/duplicates/app/shape'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { LISTS } from '../lists/kinds.ts'
import { MergeTwo } from '../lists/mergeTwo.tsx'
import { Icon } from '../parts/icon.tsx'
import { KINDS } from '../record/kinds.ts'
import { useKeys } from '../shell/keys.ts'
import { tellProblem } from '../shell/toasts.ts'
import { mayDo } from '../store/company.ts'
import { onChanges } from '../store/live.ts'
import { type DuplicateStore, openDuplicates } from './duplicateStore.ts'
import { PairCard } from './pairCard.tsx'

export const PersonDuplicates = () => <Duplicates kind="person" />
export const OrganizationDuplicates = () => <Duplicates kind="organization" />

/** Pairs of records that may be the same: each is merged, or said to be two. */
function Duplicates({ kind }: { kind: DuplicateKind }) {
  const store = useMemo(() => openDuplicates(kind), [kind])
  const merging = useSignal<DuplicatePair | undefined>(undefined)
  const { many, screen } = LISTS[kind]
  const mayMerge = mayDo(KINDS[kind].merging?.right ?? '')
  useEffect(() => {
    store.read().catch(tellProblem)
    return onChanges([kind], store.read)
  }, [store])
  const open = (pair: DuplicatePair) => {
    if (mayMerge) merging.value = pair
  }
  useKeys('Duplicates', usePairKeys(store, open, mayMerge))
  const pairs = store.pairs.value
  return (
    <section class="duplicate-pairs" aria-label={`Possible duplicates: ${many.toLowerCase()}`}>
      <header class="bar">
        <a class="button quiet" href={screen}>
          ← {many}
        </a>
        <h1>Possible duplicates</h1>
      </header>
      {pairs.length > 0 && (
        <p class="soft duplicate-pairs-said">
          {kind === 'person'
            ? 'People with the same name and the same organization, e-mail or phone.'
            : 'Organizations with the same name.'}{' '}
          A pair that you keep separate is not shown to anyone again.
        </p>
      )}
      <ul class="pairs">
        {pairs.map(pair => (
          <PairCard
            key={`${pair.first.id}-${pair.second.id}`}
            kind={kind}
            pair={pair}
            mayMerge={mayMerge}
            merge={() => open(pair)}
            separate={() => void store.separate(pair)}
          />
        ))}
      </ul>
      {store.isLooking.value ? (
        <p class="loading">Looking …</p>
      ) : store.hasMore.value ? (
        <button type="button" class="duplicate-pairs-more" onClick={() => void store.readMore().catch(tellProblem)}>
          Look further
        </button>
      ) : (
        pairs.length === 0 && (
          <div class="told">
            <Icon name="check" />
            <h2>No duplicates</h2>
            <p>
              {kind === 'person'
                ? 'No two people have the same name and the same organization, e-mail or phone.'
                : 'No two organizations have the same name.'}
            </p>
          </div>
        )
      )}
      {merging.value && (
        <MergeTwo
          kind={kind}
          ids={[merging.value.first.id, merging.value.second.id]}
          close={() => (merging.value = undefined)}
          merged={() => {
            merging.value = undefined
            store.read().catch(tellProblem)
          }}
        />
      )}
    </section>
  )
}

/** Keys act on the pair that has the focus. */
function usePairKeys(store: DuplicateStore, merge: (pair: DuplicatePair) => void, mayMerge: boolean) {
  return useMemo(() => {
    const cards = () => [...document.querySelectorAll<HTMLElement>('.pair')]
    const at = () => cards().findIndex(card => card.contains(document.activeElement))
    const step = (by: number) => () => cards()[Math.max(0, at() + by)]?.focus()
    const on = (act: (pair: DuplicatePair) => void) => () => {
      const pair = store.pairs.value[at()]
      if (pair) act(pair)
    }
    return [
      { keys: 'j', text: 'Next pair', run: step(1) },
      { keys: 'k', text: 'Pair before', run: step(-1) },
      ...(mayMerge
        ? [
            { keys: 'm', text: 'Merge the two', run: on(merge) },
            { keys: 's', text: 'Keep the two separate', run: on(pair => void store.separate(pair)) },
          ]
        : []),
    ]
  }, [store, mayMerge])
}
