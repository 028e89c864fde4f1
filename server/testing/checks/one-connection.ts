import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'
import * as z from 'zod'
import { heldFor } from '#server/platform/database/database.ts'

const breaches: string[] = []

/**
 * Violations since the last call: waiting for another connection, or for something outside where that is not
 * allowed, while holding a connection.
 */
export const takeBreaches = (): string[] => breaches.splice(0)

// Every pool, the queue's and the limiter's too: its `query` takes a connection by `connect`.
// The proxy calls it with its pool.
// oxlint-disable-next-line typescript/unbound-method
pg.Pool.prototype.connect = new Proxy(pg.Pool.prototype.connect, {
  apply: (connect, pool, given) => {
    if (heldFor.getStore() !== undefined) note(`another connection, in\n${whereFrom()}`)
    return Reflect.apply(connect, pool, given)
  },
})

const Call = z.object({ request: z.object({ method: z.string(), path: z.string() }) })
for (const channel of ['undici:request:create', 'http.client.request.start']) {
  subscribe(channel, message => {
    if (heldFor.getStore() !== 'transaction') return
    const { method, path } = Call.parse(message).request
    note(`the answer to ${method} ${path}`)
  })
}
subscribe('net.client.socket', () => {
  if (heldFor.getStore() === 'transaction') note(`another machine, in\n${whereFrom()}`)
})

const note = (awaited: string) => breaches.push(`A connection was held while waiting for ${awaited}`)

/** Stack frames of our own code. */
function whereFrom(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  const lines = new Error().stack?.split('\n') ?? []
  Error.stackTraceLimit = limit
  return lines
    .filter(line => line.includes('/server/') && !line.includes(import.meta.filename))
    .slice(0, 12)
    .join('\n')
}
