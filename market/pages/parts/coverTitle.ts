/** Longer words do not fit into a line of a cover, however small the letters: they may be broken, with a hyphen. */
const LONGEST_IN_A_LINE = 17

/** The class that sets letters small enough for the longest word of a title. */
export function fitOf(title: string): string {
  const longest = Math.max(...title.split(/[\s\u2010-\u2015-]+/).map(word => [...word].length))
  if (longest <= 11) return ''
  return longest <= 14 ? 'fit-14' : 'fit-17'
}

/** Puts soft hyphens into words that are too long for a line. */
export function hyphenated(title: string): string {
  return title.replace(/\p{L}{18,}/gu, broken)
}

/** Breaks before a consonant that a vowel follows, as syllables mostly begin; where there is none, after some letters. */
function broken(word: string): string {
  const letters = [...word]
  let since = 0
  return letters
    .map((letter, at) => {
      since++
      const inside = at >= 3 && at <= letters.length - 3
      const syllable = isConsonant(letter) && isVowel(letters[at + 1]) && isVowel(letters[at - 1])
      const split = isConsonant(letter) && isConsonant(letters[at - 1]) && isVowel(letters[at + 1])
      if (!inside || (since < LONGEST_IN_A_LINE - 5 && !((syllable || split) && since > 2))) return letter
      since = 0
      return `\u00ad${letter}`
    })
    .join('')
}

function isVowel(letter = ''): boolean {
  return /[aeiouyäöüàâéèêëîïôûáíóú]/i.test(letter)
}

function isConsonant(letter = ''): boolean {
  return /\p{L}/u.test(letter) && !isVowel(letter)
}
