import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Shutdown } from './shutdown.ts'
import { StartupError } from './startup-error.ts'

const ipv4Loopback = '127.0.0.1'
const ipv6Loopback = '::1'

/** Node's own timeouts of a request no longer run once its server closes. */
const drainMs = 5000

/** Where a program listens, and the variable that sets the port. */
export type Place = { host: string; port: number; variable: string }

/**
 * Listens until the shutdown. `localhost` means both loopbacks, whatever /etc/hosts says, since browsers try
 * both; without IPv6 it is 127.0.0.1 alone.
 *
 * @param endAfterMs how long requests may still take once the shutdown has begun; then their connections are closed, since a
 *   client that never sends the rest of its request would hold the process
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Place,
  shutdown: Shutdown,
  endAfterMs = drainMs,
): Promise<void> {
  // Its connections are handed to the first server, whose timeouts hold for them.
  const second = createServer({ allowHalfOpen: true, noDelay: true }, socket =>
    app.server.emit('connection', socket),
  )
  shutdown.addWork('http', async () => {
    const ended = second.listening ? once(second.close(), 'close') : undefined
    const timer = setTimeout(() => app.server.closeAllConnections(), endAfterMs)
    await app.close()
    await ended
    clearTimeout(timer)
  })
  await app.listen({ host: host === 'localhost' ? ipv4Loopback : host, port })
  if (host !== 'localhost' || !(await hasIpv6())) return
  if (app.server.maxConnections) second.maxConnections = app.server.maxConnections
  await once(second.listen(port, ipv6Loopback), 'listening')
}

/**
 * Makes sure that a port can be listened on.
 *
 * @throws StartupError when another program listens on it, or this machine has no such address
 */
export async function requireFreePort(place: Place): Promise<void> {
  if (place.host !== 'localhost') return await probe(place)
  await probe({ ...place, host: ipv4Loopback })
  if (await hasIpv6()) await probe({ ...place, host: ipv6Loopback })
}

/** Address at which this machine reaches a server that listens at a host. */
export function reachedAt({ host, port }: { host: string; port: number }): string {
  if (isLocal(host)) return `http://${ipv4Loopback}:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Whether a server that listens at a host is reached as `localhost`. */
export const isLocal = (host: string): boolean =>
  ['localhost', ipv4Loopback, ipv6Loopback, '0.0.0.0', '::'].includes(host)

const hasIpv6 = () => errorOf(ipv6Loopback, 0).then(error => error === undefined)

async function probe({ host, port, variable }: Place): Promise<void> {
  const error = await errorOf(host, port)
  if (error === undefined) return
  throw new StartupError(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken: stop the program that uses it, or choose another one, e.g. ${variable}=${port + 1}.`
      : `${host}:${port} cannot be listened on (${error.code}): set HOST and ${variable} to an address of this machine.`,
  )
}

function errorOf(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
