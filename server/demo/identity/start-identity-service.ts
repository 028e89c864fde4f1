import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { providerNames } from '#server/gateways/identity-providers/port.ts'
import type { ProviderClients } from '#server/gateways/identity-providers/identity-providers.ts'
import { isSameSecret, randomToken } from '#server/platform/secrets.ts'
import { createIdentityService } from './create-identity-service.ts'

const clientId = 'profil-demo'
const apple = { teamId: 'DEMOTEAM01', keyId: 'DEMOKEY001' }

/**
 * Starts the demo's identity providers on a port of their own.
 *
 * @param options.port wanted; another one is taken when it is not free
 * @param options.loginOrigin where browsers are sent back to
 * @returns as whom they know us, for the adapters that speak with the real ones
 */
export async function startIdentityService({
  port,
  loginOrigin,
}: {
  port: number
  loginOrigin: string
}): Promise<{ url: string; clients: ProviderClients; stop: () => Promise<void> }> {
  const clientSecret = randomToken(256)
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  let url = ''
  const service = await createIdentityService({
    clientId,
    redirectUris: providerNames.map(name => `${loginOrigin}/login/with/${name}/callback`),
    url: () => url,
    provesClient: async (provider, secret) => {
      if (provider !== 'apple') return isSameSecret(secret, clientSecret)
      const expected = { issuer: apple.teamId, subject: clientId, audience: `${url}/apple` }
      return jwtVerify(secret, publicKey, { ...expected, algorithms: ['ES256'] }).then(
        () => true,
        () => false,
      )
    },
  })
  const listening = await service
    .listen({ host: '127.0.0.1', port })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      return service.listen({ host: '127.0.0.1', port: 0 })
    })
  // Another name than the publisher's, so that to a browser it is another site, as the real ones are.
  url = `http://localhost:${new URL(listening).port}`
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
        privateKey: await exportPKCS8(privateKey),
        issuer: `${url}/apple`,
      },
    },
    stop: () => service.close(),
  }
}
