/** The one spelling a course is found by: `mth-101`, `MTH 101` and `Mth101` are `MTH101`. */
export function courseKey(course: string): string {
  return course
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s\-_.]+/g, '')
}

/**
 * Whether a course fits the operator's pattern, such as `AAA 999, AAAA 999`: A stands for a letter, 9 for a digit,
 * alternatives are separated by commas. Blanks and hyphens do not count. An empty pattern fits everything.
 */
export function fitsPattern(course: string, pattern: string): boolean {
  const shapes = pattern.split(',').map(courseKey).filter(Boolean)
  return shapes.length === 0 || shapes.some(shape => fits(courseKey(course), shape))
}

function fits(key: string, shape: string): boolean {
  return key.length === shape.length && [...shape].every((mark, at) => fitsMark(key[at] ?? '', mark))
}

function fitsMark(character: string, mark: string): boolean {
  if (mark === 'A') return /\p{L}/u.test(character)
  if (mark === '9') return /\d/.test(character)
  return character === mark
}
