import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy that injects network faults: `freeze` silently drops everything, as when the host hangs or is
 * partitioned; `lose` does so to open connections only, as in a failover; `cut` closes open connections and
 * refuses new ones, as when the server is stopped.
 *
 * @returns the proxy's port
 */
export async function breakableNetwork(to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  let isFrozen = false
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
    from.on('data', piece => onwards.write(piece))
    onwards.on('data', piece => from.write(piece))
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
    cut,
    mend: async () => {
      isFrozen = false
      for (const socket of sockets) if (!lost.has(socket)) socket.resume()
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}
