import { signal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { tell, tellProblem } from '../shell/toasts.ts'

interface Secret {
  title: string
  /** Each with what it is called. */
  texts: readonly (readonly [label: string, text: string])[]
}

const shown = signal<Secret | undefined>(undefined)

/** Shows what the server tells this once. */
export function showSecret(secret: Secret): void {
  shown.value = secret
}

export function SecretDialog() {
  const secret = shown.value
  if (!secret) return null
  const close = () => {
    shown.value = undefined
  }
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => tell('Copied'),
      () => tellProblem(new Error('The browser does not let Portico copy: select the text and copy it yourself')),
    )
  return (
    <Dialog title={secret.title} close={close}>
      <p>Copy it now: it is not shown again.</p>
      {secret.texts.map(([label, text]) => (
        <label key={label}>
          {label}
          <span class="row">
            <input readOnly value={text} onFocus={event => event.currentTarget.select()} />
            <button type="button" onClick={() => void copy(text)}>
              Copy
            </button>
          </span>
        </label>
      ))}
      <div class="row">
        <button type="button" class="primary" onClick={close}>
          Done
        </button>
      </div>
    </Dialog>
  )
}
