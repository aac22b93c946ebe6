/** `ABCDE-FGHJK`: easier to read out. */
export function shownCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/**
 * The code in what was typed or scanned: with or without the hyphen, in the address a QR code holds, with letters that
 * are mistaken for digits.
 */
export function codeIn(typed: string): string | undefined {
  const given = /[?&]slip=([\w%-]+)/.exec(typed)?.[1] ?? typed
  const code = given.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code) ? code : undefined
}
