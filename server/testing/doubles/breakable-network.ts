import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A TCP proxy that injects network faults: `freeze` silently drops everything, as when the host hangs or is
 * partitioned; `lose` does so to open connections only, as in a failover; `cut` closes open connections and
 * refuses new ones, as when the server is stopped; `slow` delays every packet, both ways.
 *
 * @returns the proxy's port
 */
export async function breakableNetwork(to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  let isFrozen = false
  let delayMs = 0
  /** Passes on what comes, in its order. */
  const pass = (from: Socket, onwards: Socket) => {
    let last: Promise<unknown> = Promise.resolve()
    from.on('data', piece => {
      const due = delayMs === 0 ? undefined : pause(delayMs)
      last = last.then(() => due).then(() => onwards.write(piece))
    })
  }
  const server = createServer(from => {
    const onwards = connect(to)
    for (const socket of [from, onwards]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        from.destroy()
        onwards.destroy()
      })
    }
    pass(from, onwards)
    pass(onwards, from)
    if (isFrozen) pauseAll()
  })
  const pauseAll = () => {
    for (const socket of sockets) socket.pause()
  }
  const cut = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address with it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo
  return {
    port,
    freeze: () => {
      isFrozen = true
      pauseAll()
    },
    lose: () => {
      pauseAll()
      for (const socket of sockets) lost.add(socket)
    },
    /** @param ms by which each packet is late */
    slow: (ms: number) => {
      delayMs = ms
    },
    cut,
    mend: async () => {
      isFrozen = false
      delayMs = 0
      for (const socket of sockets) if (!lost.has(socket)) socket.resume()
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}
