const LONGEST = 200
const LONGEST_EXTENSION = 20

/**
 * A file name fit to be stored and shown: no path, no control characters, none that turn the reading direction (which
 * make `exe.gpj` read as a picture), not hidden, of bounded length. Letters of all languages stay.
 */
export function cleanFileName(given: string): string {
  const name = trimmed(
    given
      .normalize('NFC')
      .replace(/^.*[/\\]/s, '')
      .replace(/[\p{Cc}\p{Surrogate}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ''),
  )
  return shorten(name) || 'file'
}

/** Without the blanks and dots at both ends. */
function trimmed(name: string): string {
  let [from, to] = [0, name.length]
  while (from < to && isBlankOrDot(name[from])) from++
  while (to > from && isBlankOrDot(name[to - 1])) to--
  return name.slice(from, to)
}

function isBlankOrDot(character = ''): boolean {
  return character === '.' || character.trim() === ''
}

/** Cuts by whole characters, and keeps the extension, which is what tells a person how to open the file. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const dot = characters.lastIndexOf('.')
  const extension = characters.length - dot <= LONGEST_EXTENSION ? characters.slice(dot) : []
  return [...characters.slice(0, LONGEST - extension.length), ...extension].join('')
}
