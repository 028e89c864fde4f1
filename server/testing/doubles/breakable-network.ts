import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * The way to a server, which can be broken: `freeze` lets nothing through and tells nobody, as when the host stands
 * still or is cut off; `lose` does so to what is open now, as when another host takes over; `cut` ends what is open and
 * refuses what comes, as when the server is stopped.
 *
 * @returns the port on which it is reached
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
