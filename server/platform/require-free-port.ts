import { createServer } from 'node:net'
import { StartupError } from './startup-error.ts'

/**
 * Makes sure that a port can be listened on.
 *
 * @param variable by which another one is chosen
 * @throws StartupError when another program listens on it, or this machine has no such address
 */
export function requireFreePort(host: string, port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartupError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken: stop the program that uses it, or choose another one, e.g. ${variable}=${port + 1}.`
            : `${host}:${port} cannot be listened on (${error.code}): set HOST and ${variable} to an address of this machine.`,
        ),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
