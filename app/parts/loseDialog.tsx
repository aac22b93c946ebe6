import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  /** Of the deal. */
  title: string
  lose: (reason: string) => void
  close: () => void
}

/** Asks why a deal was lost; it may stay unsaid. */
export function LoseDialog({ title, lose, close }: Props) {
  const offered = useSignal<readonly string[]>([])
  useEffect(() => {
    // Without them a reason can be written all the same.
    call<string[]>('GET /app/api/lostReasons').then(
      ({ data }) => {
        offered.value = data
      },
      () => {},
    )
  }, [])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    lose(String(new FormData(event.currentTarget as HTMLFormElement).get('reason') ?? '').trim())
  }
  return (
    <Dialog title={`Why was “${title}” lost?`} close={close}>
      <form onSubmit={submit}>
        <label>
          Reason
          <input name="reason" maxLength={255} autocomplete="off" list="lost-reasons" />
        </label>
        <datalist id="lost-reasons">
          {offered.value.map(reason => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
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
