import { expect, test } from 'vitest'
import { addressPast, directAddress, wrongProxies } from './client-address.ts'

const past = addressPast(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'], 'x-forwarded-for')
const said = (text: string) => ({ 'x-forwarded-for': text })

test.each([
  ['nobody is trusted to say who calls', directAddress('203.0.113.5', said('1.1.1.1')), '203.0.113.5'],
  ['a caller that is no proxy is not believed', past('203.0.113.5', said('1.1.1.1')), '203.0.113.5'],
  [
    'the nearest address that is no proxy counts',
    past('10.0.0.1', said('6.6.6.6, 203.0.113.5, 10.2.0.1')),
    '203.0.113.5',
  ],
  ['what a caller wrote itself stands left of that', past('192.0.2.7', said('127.0.0.1, 203.0.113.5')), '203.0.113.5'],
  ['nothing but proxies', past('10.0.0.1', said('10.0.0.3')), '10.0.0.3'],
  ['a header that is none', past('10.0.0.1', said('nonsense')), '10.0.0.1'],
  ['no header', past('::ffff:10.0.0.1', {}), '10.0.0.1'],
  ['ports and brackets', past('fd00::1', said('[2001:db8::5]:4711')), '2001:db8::5'],
  [
    'RFC 7239',
    addressPast(['10.0.0.0/8'], 'forwarded')('10.0.0.1', {
      forwarded: 'for=6.6.6.6, for="203.0.113.5:80";proto=https',
    }),
    '203.0.113.5',
  ],
  [
    'the other header is the client’s own',
    addressPast(['10.0.0.0/8'], 'forwarded')('10.0.0.1', said('1.1.1.1')),
    '10.0.0.1',
  ],
])('the address of who calls is read from the right, past trusted proxies alone: %s', (_, found, expected) => {
  expect(found).toBe(expected)
})

test('what is neither an address nor a network is named', () => {
  expect(wrongProxies(['10.0.0.0/8', '::1', '10.0.0.0/33', 'proxy', '10.0.0.0/8/8'])).toEqual([
    '10.0.0.0/33',
    'proxy',
    '10.0.0.0/8/8',
  ])
})
