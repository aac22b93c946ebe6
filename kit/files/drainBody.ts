const LONGEST = 3000
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Reads away the rest of a body that was refused half way. A sender who is still sending while the connection is closed
 * sees a broken connection instead of the answer. Gives up after a while: a body may never end.
 */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return
  const reader = request.body.getReader()
  const timer = setTimeout(() => reader.releaseLock(), LONGEST)
  try {
    for (let read = 0; read < MOST_BYTES; ) {
      const { done, value } = await reader.read()
      if (done) return
      read += value.byteLength
    }
  } catch {
    // The sender is gone, or the time is up.
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}
