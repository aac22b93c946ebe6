import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  title: string
  /** It is read, not answered: it begins at its top. */
  isRead?: boolean
  close: () => void
  children: ComponentChildren
}

/** Something that has to be answered before one goes on. Escape and a press beside it leave it. */
export function Dialog({ title, isRead = false, close, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => element.current?.showModal(), [])
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-label={title}
      onClose={close}
      onPointerDown={event => event.target === element.current && close()}
    >
      {isRead ? (
        <h2 tabIndex={-1} autofocus>
          {title}
        </h2>
      ) : (
        <h2>{title}</h2>
      )}
      {children}
    </dialog>
  )
}
