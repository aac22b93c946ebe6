import { Dialog } from './dialog.tsx'

interface Props {
  /** Of the deal. */
  title: string
  lose: (reason: string) => void
  close: () => void
}

/** Asks why a deal was lost; it may stay unsaid. */
export function LoseDialog({ title, lose, close }: Props) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    lose(String(new FormData(event.currentTarget as HTMLFormElement).get('reason') ?? '').trim())
  }
  return (
    <Dialog title={`Why was “${title}” lost?`} close={close}>
      <form onSubmit={submit}>
        <label>
          Reason
          <input name="reason" maxLength={255} autocomplete="off" />
        </label>
        <div class="row">
          <button type="submit" class="primary">
            Mark as lost
          </button>
          <button type="button" class="quiet" onClick={close}>
            Keep it open
          </button>
        </div>
      </form>
    </Dialog>
  )
}
