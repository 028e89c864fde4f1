import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from '#server/demo/listen.ts'
import type { ProviderClients } from '#server/gateways/identity-providers/identity-providers.ts'
import { randomToken } from '#server/platform/secrets.ts'

const clientId = 'profil-demo'
const apple = { teamId: 'DEMOTEAM01', keyId: 'DEMOKEY001' }

/**
 * Starts the demo's identity providers on a port of their own. The service is imported lazily by the first request: most
 * visitors of the demo never go there.
 *
 * @param options.port wanted; another one is taken when it is not free
 * @param options.loginOrigin where browsers are sent back to
 * @returns our client credentials there, for the real providers' adapters
 */
export async function startIdentityService({
  port,
  loginOrigin,
}: {
  port: number
  loginOrigin: string
}): Promise<{ url: string; clients: ProviderClients; stop: () => Promise<void> }> {
  const clientSecret = randomToken(256)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let url = ''
  const load = async () => {
    const { createIdentityService } = await import('./create-identity-service.ts')
    const service = await createIdentityService({
      clientId,
      clientSecret,
      apple: { ...apple, publicKey },
      loginOrigin,
      url,
    })
    await service.ready()
    return service
  }
  let loaded: ReturnType<typeof load> | undefined
  const server = createServer((request, response) => {
    loaded ??= load()
    loaded.then(
      service => service.routing(request, response),
      () => response.writeHead(500).end(),
    )
  })
  const { port: listening, stop } = await listen(server, port)
  // Another host than the publisher's `localhost`, so that browsers treat it as cross-site, like the real ones.
  url = `http://127.0.0.1:${listening}`
  return {
    url,
    clients: {
      google: { clientId, clientSecret, issuer: `${url}/google`, keys: `${url}/google/keys` },
      facebook: {
        clientId,
        clientSecret,
        places: { dialog: `${url}/facebook/dialog/oauth`, graph: `${url}/facebook/graph` },
      },
      apple: {
        ...apple,
        clientId,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        issuer: `${url}/apple`,
      },
    },
    stop,
  }
}
