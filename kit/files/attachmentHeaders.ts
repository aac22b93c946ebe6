/**
 * Headers with which a browser saves a file and never runs it, whoever sent it here.
 *
 * @example return new Response(found.stream, { headers: attachmentHeaders({ name: 'offer.pdf', type: 'application/pdf' }) })
 */
export function attachmentHeaders(file: { name: string; type: string; size?: number }): Record<string, string> {
  return {
    'content-type': safeType(file.type),
    'content-disposition': disposition(file.name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    ...(file.size !== undefined && { 'content-length': String(file.size) }),
  }
}

/** Types a browser would run are sent as bytes, should one ever get into the database. */
function safeType(type: string): string {
  const wellFormed = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/i.test(type)
  const active = /html|xml$|svg|script|multipart/i.test(type)
  if (!wellFormed || active) return 'application/octet-stream'
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type
}

/**
 * RFC 6266: a plain name for old clients, then the real one in the coding of RFC 5987. The plain one has no percent
 * sign, which some clients decode and others do not.
 */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const coded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*!]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`
}
