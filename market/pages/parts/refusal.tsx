export function Refusal({ status, message }: { status: number; message: string }) {
  return (
    <section class="empty">
      <p class="empty-mark" aria-hidden="true">
        {status}
      </p>
      <h1>{status === 404 ? 'This page is not on our shelf' : 'That did not work'}</h1>
      <p>{message}.</p>
      <p>
        <a class="button" href="/market">
          Back to the books
        </a>
      </p>
    </section>
  )
}
