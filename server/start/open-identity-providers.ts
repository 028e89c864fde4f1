import type { Config } from '../config/config.ts'
import { identityProviders } from '../gateways/identity-providers/identity-providers.ts'
import type { IdentityProviders, SubscribeWithGoogle } from '../gateways/identity-providers/port.ts'
import { subscribeWithGoogle } from '../gateways/identity-providers/subscribe-with-google.ts'
import type { Shutdown } from '../platform/process/shutdown.ts'

/**
 * The providers whose accounts sign in here: those that are configured, and in the demo mode its own in the place of
 * the others.
 */
export async function openIdentityProviders(config: Config, shutdown: Shutdown): Promise<IdentityProviders> {
  const { demoPort, ...configured } = config.identity
  if (config.mode !== 'demo') return identityProviders(configured)
  const { startIdentityService } = await import('../demo/identity/start-identity-service.ts')
  const demo = await startIdentityService({ port: demoPort, loginOrigin: config.origins.login })
  shutdown.add('demo identity providers', demo.stop)
  const { google, facebook, apple } = demo.clients
  return identityProviders({
    google: configured.google ?? google,
    facebook: configured.facebook ?? facebook,
    apple: configured.apple ?? apple,
  })
}

/** Subscribe with Google, where it is configured; the publisher's pages and ours ask Google for entitlements. */
export const openSubscribeWithGoogle = ({
  identity,
  origins,
}: Pick<Config, 'identity' | 'origins'>): SubscribeWithGoogle | undefined =>
  identity.swg && subscribeWithGoogle({ ...identity.swg, audience: [origins.publisher, origins.account] })
