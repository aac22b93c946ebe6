import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  title: string
  close: () => void
  children: ComponentChildren
}

/** Something that has to be answered before one goes on. Escape and a press beside it leave it. */
export function Dialog({ title, close, children }: Props) {
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
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}
