import { BlockList, isIP } from 'node:net'

/** The network a call comes from, as limits count those who call. */
export type ClientNetwork = (call: {
  readonly request: { readonly headers: { get(name: string): string | null } }
  readonly remoteAddress: string
}) => string

/**
 * Behind a proxy every connection comes from the proxy; who is behind it stands in `X-Forwarded-For`, where anyone may
 * write. So the list is read from its end, for as long as the one who wrote the entry is a proxy the operator named.
 *
 * @param proxies addresses and networks, such as `10.0.0.5` or `10.0.0.0/8`
 */
export function clientNetworks(proxies: readonly string[] = []): ClientNetwork {
  if (proxies.length === 0) return ({ remoteAddress }) => networkOf(plain(remoteAddress))
  const isTrusted = proxyTest(proxies)

  return ({ request, remoteAddress }) => {
    let address = plain(remoteAddress)
    const before = (request.headers.get('x-forwarded-for') ?? '').split(',').map(plain)
    while (isTrusted(address)) {
      const next = before.pop()
      if (next === undefined || isIP(next) === 0) break
      address = next
    }
    return networkOf(address)
  }
}

/** Whether an address is one of the proxies. */
export function proxyTest(proxies: readonly string[]): (address: string) => boolean {
  const trusted = listOf(proxies)
  return given => {
    const address = plain(given)
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Without what some proxies and dual-stack sockets write around an address. */
function plain(address: string): string {
  const text = address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/** A household has one IPv4 address, or a whole /64 of IPv6: the half that names the network is what counts. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const [front, back] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  // A proxy may write the zeros in front: 2001:0db8 is 2001:db8.
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}
