import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { tellProblem } from '../shell/toasts.ts'
import { Form, type FormField } from './form.tsx'
import type { Removal } from './listOf.ts'

interface Props<Item> {
  one: string
  name: string
  item: Item
  removal: Removal<Item>
  close: () => void
  /** Told what `run` gave back. */
  done: (answer: unknown) => Promise<void>
}

/** Says what is lost before anything is, and asks what has to be decided first. */
export function RemoveDialog<Item>({ one, name, item, removal, close, done }: Props<Item>) {
  const told = useSignal<{ loses: ComponentChildren; asks: readonly FormField[] } | undefined>(undefined)
  const verb = removal.verb ?? 'Delete'
  useEffect(() => {
    Promise.all([removal.loses(item), removal.asks?.(item) ?? []]).then(
      ([loses, asks]) => {
        told.value = { loses, asks }
      },
      error => {
        close()
        tellProblem(error)
      },
    )
  }, [])
  return (
    <Dialog title={`${verb} ${one} “${name}”?`} close={close}>
      {told.value ? (
        <Form
          fields={told.value.asks}
          values={Object.fromEntries(told.value.asks.map(({ name, choices }) => [name, choices?.[0]?.id ?? '']))}
          verb={verb}
          danger
          cancel={close}
          save={async values => {
            await done(await removal.run(item, values))
          }}
        >
          <p>{told.value.loses}</p>
        </Form>
      ) : (
        <p class="loading">Looking what is lost …</p>
      )}
    </Dialog>
  )
}
