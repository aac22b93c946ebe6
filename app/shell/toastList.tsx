import { Icon } from '../parts/icon.tsx'
import { dismiss, toasts } from './toasts.ts'

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, action, more = [] }) => (
        <div key={id} class="toast" data-kind={kind}>
          <span>{text}</span>
          {[...(action ? [action] : []), ...more].map(({ label, run }) => (
            <button
              key={label}
              type="button"
              onClick={() => {
                dismiss(id)
                run()
              }}
            >
              {label}
            </button>
          ))}
          {kind !== 'reminder' && (
            <button type="button" class="round" aria-label="Dismiss" onClick={() => dismiss(id)}>
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
