/**
 * A new id of a request, which rises with time (version 7 of RFC 9562): logs keep an index by it, and of one that grows
 * at its end the pages in use are in memory.
 */
export function newRequestId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
