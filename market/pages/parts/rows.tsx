import type { Child } from 'hono/jsx'

/** A list of rows under a heading of its own. */
export function Rows({ id, title, children }: { id: string; title: string; children: Child }) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul class="rows">{children}</ul>
    </section>
  )
}

/** A row that leads nowhere: what it is, facts about it, and what can be done. */
export function PlainRow({ title, facts, children }: { title: string; facts: Child; children?: Child }) {
  return (
    <li class="row">
      <div class="row-text">
        <p class="row-title">{title}</p>
        <p class="row-facts">{facts}</p>
      </div>
      {children && <div class="row-actions">{children}</div>}
    </li>
  )
}
