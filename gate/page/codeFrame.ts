/**
 * How the page draws a code of so many modules: as large as a desktop has room for, in whole pixels, so that edges are
 * sharp, with the four light modules around it that the standard asks for. The page's script holds the source of this
 * function, so it uses nothing from outside.
 */
export function codeFrame(size: number): { viewBox: string; width: number } {
  const quiet = 4
  const widest = 432
  const modules = size + 2 * quiet
  const pixels = Math.max(3, Math.floor(widest / modules))
  return { viewBox: `-${quiet} -${quiet} ${modules} ${modules}`, width: modules * pixels }
}
