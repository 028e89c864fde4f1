import { isIP } from 'node:net'

/** The subscriber behind an IP address, as far as it tells. */
export type Subscriber = {
  /** One line: a whole IPv4 address, or the /64 that a provider gives to one line or one phone. */
  line: string
  /** The /48 around a /64: one customer of most providers, many phones of some; null for IPv4. */
  site: string | null
}

/**
 * The subscriber of an IP address. One line has 2^64 addresses of IPv6, so a limit by the whole address is no
 * limit (RFC 6177: an end site gets a /48 to a /64). IPv4 inside IPv6 (`::ffff:192.0.2.1`) is that IPv4
 * address.
 *
 * @param address from the connection or a trusted proxy, with or without a zone; any other text is returned as
 * the line
 */
export function subscriberOf(address: string): Subscriber {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) !== 6) return { line: bare, site: null }
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 5).every(each => each === 0) && groups[5] === 0xffff
  if (mapped) return { line: groups.slice(6).flatMap(bytesOf).join('.'), site: null }
  const prefix = (length: number) => groups.slice(0, length).map(each => each.toString(16))
  return { line: `${prefix(4).join(':')}::/64`, site: `${prefix(3).join(':')}::/48` }
}

/** The eight groups of a valid IPv6 address. The URL parser knows every notation. */
function groupsOf(address: string): number[] {
  const parts = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = parts.map(part =>
    part.split(':').flatMap(group => (group === '' ? [] : Number.parseInt(group, 16))),
  )
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff]
