import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * How a server is closed: what is under way is finished, at most until the deadline. Connections without a request are
 * closed at once, those on which none has come yet too: browsers open some that they may need.
 */
export function closer(server: Server): (deadline: number) => Promise<void> {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))

  function closeUnused() {
    server.closeIdleConnections()
    // Of those that have sent something, a request is on its way.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }

  return deadline =>
    new Promise(resolve => {
      const force = setTimeout(() => server.closeAllConnections(), deadline)
      // A connection whose request was in flight when the stop came is idle a moment later, and would be kept alive.
      const sweep = setInterval(closeUnused, 50)
      server.close(() => {
        clearTimeout(force)
        clearInterval(sweep)
        resolve()
      })
    })
}
