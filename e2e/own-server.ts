import { freePort } from '#server/testing/setup/free-port.ts'
import { servicePorts, startServer } from '../scripts/serve-for-browser-tests.ts'
import { test } from './fixtures.ts'

/**
 * Gives the tests of a file a server of their own, one after another: for what changes it for everybody, such as its clock.
 * Readers sign in there through the login's screens.
 *
 * @param variables of its environment, beside those of all
 * @returns does an operation of staff on it as on the command line, and says what that prints
 */
export async function withOwnServer(
  variables: Record<string, string> = {},
): Promise<(...words: string[]) => Promise<string>> {
  const port = String(await freePort(servicePorts))
  let server: ReturnType<typeof startServer> | undefined
  test.describe.configure({ mode: 'serial' })
  test.use({ baseURL: `http://localhost:${port}` })
  test.beforeAll(async () => {
    server = startServer(port, variables)
    await server.ready()
  })
  test.afterAll(async () => server?.stop())
  return async (...words) => (await server?.operate(...words))?.stdout ?? ''
}
