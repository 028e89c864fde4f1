import { startTestIdentity } from '../doubles/identity-service.ts'
import { createTestApp, testOrigin } from './test-app.ts'

/** The whole server with identity providers of the test's own. */
export async function createProviderApp() {
  const identity = await startTestIdentity(testOrigin)
  const server = await createTestApp({}, undefined, identity.providers)
  return {
    ...server,
    identity,
    close: async () => {
      await server.close()
      await identity.stop()
    },
  }
}
export type ProviderApp = Awaited<ReturnType<typeof createProviderApp>>
