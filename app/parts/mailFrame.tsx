import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/**
 * The HTML of a mail message, in a frame that runs nothing and has no origin. Pictures of other servers, which tell the
 * sender that it was read, are loaded when somebody asks for them.
 */
export function MailFrame({ id, subject, snippet }: { id: number; subject: string; snippet: string }) {
  const withPictures = useSignal(false)
  const hasPictures = useSignal(false)
  const body = `/v1/mailbox/mailMessages/${id}/body`
  const address = withPictures.value ? `${body}?pictures=1` : body
  useEffect(() => {
    // Nobody sees into the frame; the head of its page says whether there is anything to load.
    fetch(body, { method: 'HEAD' }).then(
      ({ headers }) => {
        hasPictures.value = headers.get('x-foreign-pictures') === 'left out'
      },
      () => {},
    )
  }, [body])
  return (
    <>
      {hasPictures.value && !withPictures.value && (
        <button type="button" class="quiet mail-pictures" onClick={() => (withPictures.value = true)}>
          Load pictures
        </button>
      )}
      <iframe
        class="mail-body"
        // Nothing outside can measure what is in it; the beginning of a short message is all of it.
        data-short={snippet.length < SHORT}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
        src={address}
        title={`Message: ${subject}`}
      />
    </>
  )
}

const SHORT = 160

interface Party {
  name: string
  email_address: string
}

export function partyNames(parties: readonly Party[] | null | undefined): string {
  return (parties ?? []).map(({ name, email_address }) => name || email_address).join(', ')
}
