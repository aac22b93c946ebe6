import { textOfHtml } from '../../base/records/cleanHtml.ts'

/** What the HTML of a message says, line by line, for those who read text. */
export function plainText(html: string): string {
  const lines = html.replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])[^<>]*>/g, '$&\n')
  return textOfHtml(lines)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}
