import { Dialog } from '../parts/dialog.tsx'
import { lose, losing } from './dropCard.ts'

/** Asks why a deal was lost; it may stay unsaid. */
export function LoseDialog() {
  const card = losing.value
  if (!card) return null
  function submit(event: SubmitEvent) {
    event.preventDefault()
    lose(String(new FormData(event.currentTarget as HTMLFormElement).get('reason') ?? '').trim())
  }
  return (
    <Dialog title={`Why was “${card.title}” lost?`} close={() => (losing.value = undefined)}>
      <form onSubmit={submit}>
        <label>
          Reason
          <input name="reason" maxLength={255} autocomplete="off" />
        </label>
        <div class="row">
          <button type="submit" class="primary">
            Mark as lost
          </button>
          <button type="button" class="quiet" onClick={() => (losing.value = undefined)}>
            Keep it open
          </button>
        </div>
      </form>
    </Dialog>
  )
}
