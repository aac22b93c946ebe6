import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

interface Props {
  class: string
  drop: (files: readonly File[]) => void
  children: ComponentChildren
}

/** A place where files can be let go. Whoever cannot do that finds a button inside. */
export function DropArea({ class: name, drop, children }: Props) {
  const isOver = useSignal(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keys
    <div
      class={name}
      data-over={isOver.value}
      onDragOver={event => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={event => {
        event.preventDefault()
        isOver.value = false
        drop([...(event.dataTransfer?.files ?? [])])
      }}
    >
      {children}
    </div>
  )
}
