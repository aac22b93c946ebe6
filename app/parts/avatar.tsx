/** The first letters of a name on a colour of its own, for people without a picture. */
export function Avatar({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .map(word => word[0] ?? '')
    .filter((_, nr, all) => nr === 0 || nr === all.length - 1)
    .join('')
    .toUpperCase()
  return (
    <span class="avatar" data-tone={toneOf(name)} title={name} role="img" aria-label={name}>
      {letters}
    </span>
  )
}

const TONES = 6

function toneOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % TONES
}
