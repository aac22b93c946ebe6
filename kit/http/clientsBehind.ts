import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetworks } from './clientNetwork.ts'

/** Names the client of a request by its connection, or by what a trusted proxy wrote in its headers. */
export function clientsBehind(proxies: readonly string[]): (incoming: IncomingMessage) => string {
  const clientOf = clientNetworks(proxies)
  const ofSocket = new WeakMap<Socket, string>()
  return ({ socket, headers }) => {
    const known = ofSocket.get(socket)
    if (known !== undefined) return known
    const get = (name: string) => headers[name]?.toString() ?? null
    const client = clientOf({ request: { headers: { get } }, remoteAddress: socket.remoteAddress ?? '' })
    // A proxy sends requests of several clients on one connection.
    if (proxies.length === 0) ofSocket.set(socket, client)
    return client
  }
}
