import type { Child } from 'hono/jsx'

/** A page that only says something. */
export function Told({ title, children }: { title: string; children?: Child }) {
  return (
    <section class="panel">
      <h1>{title}</h1>
      {children}
    </section>
  )
}
