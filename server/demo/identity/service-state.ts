import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import type { Codes } from './authorization.ts'
import type { SigningKey } from './signing-key.ts'

/** State shared by the parts of the service. */
export type ServiceState = {
  clientId: string
  /** Allowed redirect URIs. */
  redirectUris: readonly string[]
  /** Whether a client's secret is right; Apple's is a token that the client signs. */
  provesClient(provider: ProviderName, secret: string): Promise<boolean>
  codes: Codes
  key: SigningKey
  /** Its own URL. */
  url: string
}
