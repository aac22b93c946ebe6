import type { PageRequest } from '../pageRequest.ts'

/** One page of a long list. */
export interface Part {
  limit: number
  skip: number
}

/** The page of a list that the address asks for; several lists in one document have names of their own. */
export function partOf(pageRequest: PageRequest, limit: number, name = 'skip'): Part {
  const skip = Math.trunc(Number(pageRequest.query(name)))
  return { limit, skip: skip > 0 && Number.isSafeInteger(skip) ? skip : 0 }
}

/** The address of the next page of a list. Keeps the other parameters, except for the message about what was done. */
export function nextPart(path: string, { url }: PageRequest, { limit, skip }: Part, name = 'skip'): string {
  const params = new URLSearchParams(url.search)
  params.delete('done')
  params.set(name, String(skip + limit))
  return `${path}?${params}`
}

interface OlderProps {
  pageRequest: PageRequest
  /** Of the page itself: a form that was refused shows it under an address of its own. */
  path: string
  part: Part
  /** How many rows are on this page. */
  shown: number
  name?: string
  text?: string
}

export function Older({ pageRequest, path, part, shown, name, text = 'Older' }: OlderProps) {
  if (shown < part.limit) return null
  return (
    <p class="more">
      <a class="button quiet" href={nextPart(path, pageRequest, part, name)}>
        {text}
      </a>
    </p>
  )
}
