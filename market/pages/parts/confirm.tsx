import type { Child } from 'hono/jsx'

interface Props {
  action: string
  text: string
  about: string
  /** On the button that does it. */
  yes?: string
  /** The question, or what has to be filled in. */
  children?: Child
}

/** A second click before something is gone; works without scripts. */
export function Confirm({ action, text, about, yes = `Yes, ${text.toLowerCase()}`, children }: Props) {
  return (
    <details class="confirm">
      <summary class="button small quiet" aria-label={`${text} ${about}`}>
        {text}
      </summary>
      <form method="post" action={action} class="confirm-box">
        {children}
        <button class="button small danger" type="submit">
          {yes}
        </button>
      </form>
    </details>
  )
}
