/** The first letters of a name on a colour of its own, for people without a picture. */
export function Avatar({ name }: { name: string }) {
  const { letters, tone } = faceOf(name)
  return (
    <span class="avatar" data-tone={tone} title={name} role="img" aria-label={name}>
      {letters}
    </span>
  )
}

interface Face {
  letters: string
  tone: number
}

/** A few names stand on hundreds of cards. */
const faces = new Map<string, Face>()

function faceOf(name: string): Face {
  const known = faces.get(name)
  if (known) return known
  const made = { letters: lettersOf(name), tone: toneOf(name) }
  faces.set(name, made)
  return made
}

function lettersOf(name: string): string {
  const first = name.split(/\s+/).map(word => word[0] ?? '')
  return first
    .filter((_, nr) => nr === 0 || nr === first.length - 1)
    .join('')
    .toUpperCase()
}

const TONES = 6

function toneOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % TONES
}
