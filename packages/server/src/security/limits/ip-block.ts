import { isIP } from 'node:net'

const GROUPS = 8
const GROUP_BITS = 16

/**
 * Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, which usually has one
 * owner. `bits` changes the size for IPv6. Anything else is `unknown`.
 */
export function ipBlock(ip: string, bits = 64): string {
  const address = withoutPort(ip).split('%', 1)[0] ?? ''
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : 'unknown'
  const groups = expandIpv6(address)
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMappedIpv4) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  return `${groups
    .slice(0, bits / GROUP_BITS)
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`
}

/** Returns the /48 of an IPv6 address: a provider may give a customer all its 65,536 networks of /64. */
export const customerBlock = (ip: string): string => ipBlock(ip, 48)

/** Some proxies add the client's port, which changes with each connection. */
function withoutPort(ip: string): string {
  return /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip)?.slice(1).join('') ?? ip
}

function expandIpv6(ip: string): number[] {
  // The URL parser turns an IPv4 tail into groups.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) =>
    part
      .split(':')
      .filter((group) => group !== '')
      .map((group) => Number.parseInt(group, 16)),
  )
  const gap = canonical.includes('::') ? GROUPS - head.length - tail.length : 0
  return [...head, ...Array.from({ length: gap }, () => 0), ...tail]
}
