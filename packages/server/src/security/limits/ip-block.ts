import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const GROUP_BITS = 16

/**
 * Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, which usually has one
 * owner. `bits` changes the size for IPv6. Anything else is `unknown`.
 */
export function ipBlock(ip: string, bits = 64): string {
  const text = withoutPort(ip).split('%', 1)[0] ?? ''
  if (isIP(text) === 0) return 'unknown'
  // Also turns an IPv4 address in an IPv6 address into the IPv4 address.
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const groups = address.parts.slice(0, bits / GROUP_BITS).map((group) => group.toString(16))
  return `${groups.join(':')}::/${bits}`
}

/** Returns the /48 of an IPv6 address: a provider may give a customer all its 65,536 networks of /64. */
export const customerBlock = (ip: string): string => ipBlock(ip, 48)

/** Returns true for an address that only this machine has, also as an IPv4 address in an IPv6 address. */
export function isLoopback(ip: string): boolean {
  return isIP(ip) !== 0 && ipaddr.process(ip).range() === 'loopback'
}

/** Some proxies add the client's port, which changes with each connection. */
function withoutPort(ip: string): string {
  return /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip)?.slice(1).join('') ?? ip
}
