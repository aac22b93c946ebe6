import { useSignal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { keepViews } from '../store/views.ts'
import { chosenFacts } from './cardFacts.ts'
import type { CardKind } from './cardKind.ts'

/** A button of the bar: what the cards show is chosen here, for all boards of this kind. */
export function CardFields({ kind }: { kind: CardKind }) {
  const isOpen = useSignal(false)
  const shown = chosenFacts(kind).map(({ code }) => code)
  const keep = (fields: readonly string[] | null) => keepViews({ [kind.view]: fields && { fields: [...fields] } })
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        Cards
      </button>
      {isOpen.value && (
        <Dialog title="What cards show" close={() => (isOpen.value = false)}>
          <fieldset class="choices">
            <legend class="hidden">Fields of {kind.many}</legend>
            {kind.facts.map(({ code, label }) => (
              <label key={code} class="check">
                <input
                  type="checkbox"
                  checked={shown.includes(code)}
                  onChange={() => keep(shown.includes(code) ? shown.filter(each => each !== code) : [...shown, code])}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <div class="row">
            <button type="button" class="primary" onClick={() => (isOpen.value = false)}>
              Done
            </button>
            <button type="button" class="quiet" onClick={() => keep(null)}>
              As they were first
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
