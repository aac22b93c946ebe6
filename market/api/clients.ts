import { createHmac } from 'node:crypto'
import type { Call } from '@portico/kit/api/api'
import type { ClientNetwork } from '@portico/kit/http/clientNetwork'
import { readDevice } from './device.ts'

/** Who is calling, as far as can be told without a log-in. Keyed digests: neither is ever stored in the clear. */
export interface Clients {
  /** The IPv4 address or IPv6 /64. Others may share it. */
  network: string
  /** The browser, once it was given an id. */
  device: string | undefined
}

export type ClientsOf = (call: Call, device?: string) => Clients

export function openClients(clientNetwork: ClientNetwork, secret: string): ClientsOf {
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['market client', ...parts]))
      .digest('hex')
  return (call, device = readDevice(call.request)) => ({
    network: digest('network', clientNetwork(call)),
    device: device && digest('device', device),
  })
}
