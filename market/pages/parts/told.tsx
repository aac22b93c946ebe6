import type { Child } from 'hono/jsx'

/** A page that shows a message only. */
export function Told({ title, children }: { title: string; children?: Child }) {
  return (
    <section class="narrow slim">
      <h1>{title}</h1>
      {children}
    </section>
  )
}
