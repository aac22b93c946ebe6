/**
 * The number a text writes in decimals (`12`, `-1.5e3`, ` .5 `), or undefined. Nobody means a number that is longer
 * than this, so a longer text is not looked at.
 */
export function numberIn(text: string): number | undefined {
  const written = text.length > LONGEST ? '' : text.trim()
  return DECIMAL.test(written) ? Number(written) : undefined
}

const LONGEST = 400

/** Each digit can only be read in one way: with more than one, the time grows with the square of the length. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
