import { once } from 'node:events'
import type { Server } from 'node:http'
import { hasCode } from '#server/platform/has-code.ts'

/**
 * Lets one of the demo's services listen on loopback.
 *
 * @param wanted port; another one is taken when it is not free
 * @returns the port, and a function that ends the service
 */
export async function listen(
  server: Server,
  wanted: number,
): Promise<{ port: number; stop: () => Promise<void> }> {
  try {
    await open(server, wanted)
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error
    await open(server, 0)
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A service of the demo has no port')
  return {
    port: address.port,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function open(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
