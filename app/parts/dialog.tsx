import type { ComponentChildren } from 'preact'
import { Overlay } from './overlay.tsx'

interface Props {
  title: string
  /** It is read, not answered: it begins at its top. */
  isRead?: boolean
  close: () => void
  children: ComponentChildren
}

/** Something that has to be answered before one goes on. Escape and a press beside it leave it. */
export function Dialog({ title, isRead = false, close, children }: Props) {
  return (
    <Overlay label={title} close={close}>
      <div class="dialog">
        {isRead ? (
          <h2 tabIndex={-1} autofocus>
            {title}
          </h2>
        ) : (
          <h2>{title}</h2>
        )}
        {children}
      </div>
    </Overlay>
  )
}
