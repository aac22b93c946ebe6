/*
 * One look for the pages of the server itself and of the CRM: colours for light and dark, and the mark.
 */

export const PALETTE = `
:root { color-scheme: light dark; --background: #fbfaf7; --raised: #fff; --ink: #1d2433; --soft: #5b6272; --line: #e3e0d8;
  --accent: #8a4b1f; --wash: #f3ece1 }
@media (prefers-color-scheme: dark) { :root { --background: #14171d; --raised: #1b1f27; --ink: #ece9e2; --soft: #a2a8b4;
  --line: #2c323d; --accent: #e6a86c; --wash: #241f1a } }
`

/** Five columns under a gable. */
export const MARK_SHAPE =
  'M24 4 4 15v4h40v-4zM8 21h4v17H8zM15 21h4v17h-4zM22 21h4v17h-4zM29 21h4v17h-4zM36 21h4v17h-4zM4 40h40v4H4z'

export const MARK = `<svg class="mark" viewBox="0 0 48 48" fill="currentColor" aria-hidden="true"><path d="${MARK_SHAPE}"/></svg>`

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="#b06a35"><path d="${MARK_SHAPE}"/></svg>`
