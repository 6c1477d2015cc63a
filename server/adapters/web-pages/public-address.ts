import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address, as a resolver or a URL's host gives it (without brackets), is a public host of the internet.
 * Stricter than IANA's special-purpose registries: what is not plainly public is not.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) names a network card of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv4 ? isPublicIPv4(parsed) : isPublicIPv6(parsed)
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST
}

/** A public address by its number, but every Azure machine reaches its own host and its secrets there. */
const AZURE_HOST = '168.63.129.16'

/** All that has been given out to the public (RFC 4291, 2.4): mapped, compatible and reserved forms lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  // How a network without IPv4 reaches the public hosts that have nothing else (RFC 6052), and private ones just so.
  if (address.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isIsatap(address)
}

/** An IPv4 host behind a router of the given network (RFC 5214, 6.1). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}
