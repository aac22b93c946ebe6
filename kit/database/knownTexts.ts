/** Texts of a statement in the order they stand in it; undefined stands for a value. */
export type Pieces = readonly (readonly string[] | undefined)[]

interface Known {
  pieces: Pieces
  text: string
}

/** So many of the ways in which one place in the code asks are kept, the newest; and none that is made of more pieces. */
const MOST_WAYS = 32
const MOST_PIECES = 300

/**
 * Texts of statements that were sent before. A statement is put together from the same pieces each time, so its text is found
 * by their identity: to write it out, and to look up a new text of some kilobytes wherever it is a key, took a tenth of the
 * time of a call.
 */
export function knownTexts(write: (pieces: Pieces) => string): (pieces: Pieces) => string {
  const waysOf = new WeakMap<readonly string[], Known[]>()
  return pieces => {
    if (pieces.length > MOST_PIECES) return write(pieces)
    const [first = NOTHING] = pieces
    const ways = waysOf.get(first)
    const known = ways?.find(way => isSame(way.pieces, pieces))
    if (known) return known.text
    const text = write(pieces)
    if (!ways) waysOf.set(first, [{ pieces, text }])
    else if (ways.push({ pieces, text }) > MOST_WAYS) ways.shift()
    return text
  }
}

const NOTHING: readonly string[] = []

function isSame(one: Pieces, other: Pieces): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}
