import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** Entries that are drawn or left out together. */
const TOGETHER = 12
/** As high as an entry usually is, until it was drawn. */
const USUAL_PX = 66
/** Drawn before it comes into view. */
const MARGIN = '300px'

/** A long list of entries of any height. Those far out of view leave the document, and room of the same height stays. */
export function Windowed<T>({ entries, draw }: { entries: readonly T[]; draw: (entry: T) => ComponentChildren }) {
  const groups = Array.from({ length: Math.ceil(entries.length / TOGETHER) }, (_, nr) =>
    entries.slice(nr * TOGETHER, (nr + 1) * TOGETHER),
  )
  return groups.map((group, nr) => (
    <Group key={nr} count={group.length} isFirst={nr === 0}>
      {() => group.map(draw)}
    </Group>
  ))
}

interface GroupProps {
  count: number
  isFirst: boolean
  children: () => ComponentChildren
}

function Group({ count, isFirst, children }: GroupProps) {
  const list = useRef<HTMLUListElement>(null)
  const isNear = useSignal(isFirst)
  const height = useRef(count * USUAL_PX)
  useEffect(() => {
    // The newest stay, wherever one looks.
    if (!list.current || isFirst) return
    const observer = new IntersectionObserver(
      seen => {
        isNear.value = seen.at(-1)?.isIntersecting ?? false
      },
      // The second is for what scrolls within the page, as the panel does.
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    )
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (isNear.value && list.current) height.current = list.current.offsetHeight
  })
  return (
    <ul ref={list} class="entries" style={isNear.value ? undefined : { height: `${height.current}px` }}>
      {isNear.value ? children() : null}
    </ul>
  )
}

/**
 * Calls for more when the end of a list comes near, and again whenever the list is another one and its end is still near:
 * an observer tells of changes only, and an end that was scrolled back into view within one frame has not changed for it.
 */
export function EndOfList({ of: list, reached }: { of: readonly unknown[] | undefined; reached: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(seen => seen.some(each => each.isIntersecting) && reached(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [reached, list])
  return <div ref={end} class="end-of-list" />
}
