import { signal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { keyTable } from './keys.ts'

export const isKeyTableOpen = signal(false)

/** Every key that works on this screen: the list the handlers use. */
export function KeyTable() {
  return (
    <Dialog title="Keys" isRead close={() => (isKeyTableOpen.value = false)}>
      {keyTable.value.toReversed().map(({ title, bindings }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="key-table">
            {bindings.map(({ keys, text }) => (
              <div key={keys}>
                <dt>
                  <kbd>{keyName(keys)}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <form method="dialog">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </Dialog>
  )
}

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

/** As it is printed on the key. */
export function keyName(keys: string): string {
  return ARROWS[keys] ?? keys
}
