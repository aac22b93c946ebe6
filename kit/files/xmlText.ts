/*
 * The few elements the answers of S3 are read for. They are flat, without attributes of meaning and without CDATA, so
 * that a search for the element is enough.
 */

/** The text of the first element of this name. */
export function xmlText(xml: string, element: string): string | undefined {
  const [block] = xmlBlocks(xml, element)
  return block === undefined ? undefined : decode(block)
}

/** What is inside each element of this name. */
export function xmlBlocks(xml: string, element: string): string[] {
  const opened = xml.split(`<${element}>`).slice(1)
  return opened.map(text => text.slice(0, Math.max(0, text.indexOf(`</${element}>`))))
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
