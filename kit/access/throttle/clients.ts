import { createHmac } from 'node:crypto'
import type { Call } from '../../api/api.ts'
import type { ClientNetwork } from '../../http/clientNetwork.ts'
import { readDevice } from './device.ts'

/** Who is calling, as far as can be told without a log-in. Keyed digests: neither is ever stored in the clear. */
export interface Clients {
  /** The IPv4 address or IPv6 /64. Others may share it. */
  network: string
  /** The browser, once it was given an id. */
  device: string | undefined
}

export type ClientsOf = (call: Call, device?: string) => Clients

export function openClients(product: string, clientNetwork: ClientNetwork, secret: string): ClientsOf {
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([`${product} client`, ...parts]))
      .digest('hex')
  return (call, device = readDevice(product, call.request)) => ({
    network: digest('network', clientNetwork(call)),
    device: device && digest('device', device),
  })
}
