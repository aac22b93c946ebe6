import type { Server, Socket } from 'node:net'

/**
 * Closes connections of a client that has too many already, so that one client cannot use up the descriptors and the
 * memory of the process. A proxy brings those of all its clients and may have any number.
 */
export function boundConnections(server: Server, most: number, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (isProxy(remoteAddress)) return
    const count = (open.get(remoteAddress) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(remoteAddress, count)
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1
      if (left === 0) open.delete(remoteAddress)
      else open.set(remoteAddress, left)
    })
  })
}
