import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('public addresses', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '168.63.129.15',
    '168.63.129.17',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001:82a::200e',
    '2400:cb00:2048:1::6814:55',
    '64:ff9b::808:808',
  ])('accepts the public address %s', (address) => expect(isPublicAddress(address)).toBe(true))
})

/**
 * Ranges of IANA's IPv4 special-purpose registry, and multicast: first address, last address, and the public addresses
 * before and after.
 */
describe.each([
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
])('from %s to %s', (from, to, before, after) => {
  test('rejects the first and last address of a special-purpose IP range', () =>
    expect([from, to].filter(isPublicAddress)).toEqual([]))
  test('accepts public addresses next to a special-purpose IP range', () => {
    const neighbours = [before, after].filter((address) => address !== null)
    expect(neighbours.filter(isPublicAddress)).toEqual(neighbours)
  })
})

/** IANA's IPv6 special-purpose registry, and addresses outside 2000::/3. */
describe.each([
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:ffff:ffff::1', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::1', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::1', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::1', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff:ffff::1', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff:ffff::1', null],
])('from %s to %s', (from, to, before, after) => {
  test('rejects the first and last address of a special-purpose IP range', () =>
    expect([from, to].filter(isPublicAddress)).toEqual([]))
  test('accepts public addresses next to a special-purpose IP range', () => {
    const neighbours = [before, after].filter((address) => address !== null)
    expect(neighbours.filter(isPublicAddress)).toEqual(neighbours)
  })
})

test('rejects a string that is not an IP address', () => {
  const others = [
    '',
    'localhost',
    '8.8.8',
    '134744072',
    '08.8.8.8',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111%eth0',
  ]
  expect(others.filter(isPublicAddress)).toEqual([])
})
