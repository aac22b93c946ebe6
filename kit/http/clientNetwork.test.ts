import { expect, test } from 'vitest'
import { clientNetworks } from './clientNetwork.ts'

const call = (remoteAddress: string, forwarded?: string) => ({
  remoteAddress,
  request: new Request('http://portico.test/', {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }),
})

test.each([
  ['the connection itself, whatever is forwarded', [], '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['the one behind a proxy that was named', ['127.0.0.1'], '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the same by a dual-stack socket', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the last entry: those before it may be made up', ['127.0.0.1'], '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  [
    'the one behind two proxies',
    ['127.0.0.1', '10.0.0.0/8'],
    '127.0.0.1',
    '1.1.1.1, 203.0.113.9, 10.2.3.4',
    '203.0.113.9',
  ],
  ['the proxy itself when it forwards nothing', ['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
  ['the proxy itself when it forwards no address', ['127.0.0.1'], '127.0.0.1', 'unknown', '127.0.0.1'],
  ['a stranger who claims to be forwarded', ['10.0.0.0/8'], '198.51.100.7', '10.1.1.1', '198.51.100.7'],
  ['an address with a port', ['10.0.0.1'], '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['the network of an IPv6 address', ['::1'], '::1', '2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['the same network with its zeros written out', ['::1'], '::1', '2001:0db8:0001:0002:aaaa::1', '2001:db8:1:2'],
  ['an address with a port, of many digits', ['10.0.0.1'], '10.0.0.1', '198.51.100.99:65000', '198.51.100.99'],
  ['the proxy itself when it forwards a name', ['10.0.0.1'], '10.0.0.1', 'a.203.0.113.9:80', '10.0.0.1'],
  ['an IPv4 address as a dual-stack socket writes it', [], '::FFFF:198.51.100.7', undefined, '198.51.100.7'],
  ['an IPv6 address in brackets', ['::1'], '::1', '[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['an IPv6 address in brackets with a port', ['::1'], '::1', '[2001:db8:1:2::9]:4711', '2001:db8:1:2'],
  ['the proxy itself when something is before the brackets', ['::1'], '::1', 'for=[2001:db8:1:2::9]', '0:0:0:0'],
  ['the proxy itself when something is behind the brackets', ['::1'], '::1', '[2001:db8:1:2::9]x', '0:0:0:0'],
  ['nothing when the connection is gone', ['127.0.0.1'], '', '203.0.113.9', ''],
  ['an IPv6 address that ends as an IPv4 one', [], '2001:db8::ffff:198.51.100.7', undefined, '2001:db8:0:0'],
  ['the network of an IPv6 address in capitals', [], '2001:DB8:A:B::7', undefined, '2001:db8:a:b'],
  ['a short IPv6 address', [], '2001:db8::7', undefined, '2001:db8:0:0'],
  ['an IPv6 address of zeros and little else', [], '::7', undefined, '0:0:0:0'],
  ['an IPv6 address with zeros within its network', [], '2001:db8::1:2:3:4:5', undefined, '2001:db8:0:1'],
])('%s', (_, proxies, remote, forwarded, place) => {
  expect(clientNetworks(proxies)(call(remote, forwarded))).toBe(place)
})
