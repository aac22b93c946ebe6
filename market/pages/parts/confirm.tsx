interface Props {
  action: string
  text: string
  question: string
  about: string
  fields?: Record<string, string>
}

/** A second click before something is gone; works without scripts. */
export function Confirm({ action, text, question, about, fields = {} }: Props) {
  return (
    <details class="confirm">
      <summary class="button small quiet" aria-label={`${text} ${about}`}>
        {text}
      </summary>
      <form method="post" action={action} class="confirm-box">
        <p>{question}</p>
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button class="button small danger" type="submit">
          Yes, {text.toLowerCase()}
        </button>
      </form>
    </details>
  )
}
