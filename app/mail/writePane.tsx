import { refine } from '../shell/location.ts'
import { LetterForm } from './letterForm.tsx'
import { inbox } from './mailStore.ts'

/** A new message, where else a thread is read. */
export function WritePane() {
  return (
    <section class="inbox-pane" aria-label="New message">
      <header>
        <button type="button" class="inbox-back" onClick={() => refine({ write: null })}>
          ← Mail
        </button>
        <h2>New message</h2>
      </header>
      <LetterForm
        start={{ key: 'letter/new', letter: {} }}
        isFocused
        done={() => {
          refine({ write: null })
          void inbox.refresh()
        }}
      />
    </section>
  )
}
