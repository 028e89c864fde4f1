import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import type { Codes } from './authorization.ts'
import type { SigningKey } from './signing-key.ts'

/** What the parts of the service share. */
export type ServiceState = {
  clientId: string
  /** Addresses to which a browser may be sent back. */
  redirectUris: readonly string[]
  /** Whether a client's secret is right; Apple's is a token that the client signs. */
  provesClient(provider: ProviderName, secret: string): Promise<boolean>
  codes: Codes
  key: SigningKey
  /** Where it can be reached. */
  url: string
}
