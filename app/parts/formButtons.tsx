/** The end of a form in a dialog: do it, or leave. */
export function FormButtons({ label, close }: { label: string; close: () => void }) {
  return (
    <div class="row">
      <button type="submit" class="primary">
        {label}
      </button>
      <button type="button" class="quiet" onClick={close}>
        Cancel
      </button>
    </div>
  )
}
