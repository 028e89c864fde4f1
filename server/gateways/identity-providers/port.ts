/** Identity providers with which readers can sign in (R1.10). */
export const providerNames = ['google', 'facebook', 'apple'] as const
export type ProviderName = (typeof providerNames)[number]

/** Identity from a provider. Its tokens are not stored. */
export type ProviderIdentity = {
  /** Subject: the provider's immutable id of the account. */
  subject: string
  email: string | null
  /** Whether the provider has verified the e-mail; false when it does not say. */
  emailVerified: boolean
}

/** The secrets of one handshake with a provider (OAuth flow). */
export type Handshake = {
  state: string
  nonce: string
  /** PKCE code verifier: proves at the exchange that the same client began. */
  codeVerifier: string
  /** Redirect URI, exactly as registered at the provider. */
  redirectUri: string
}

export type IdentityProvider = {
  /** Authorization URL of the provider. @param locale language of that page @throws ProviderUnavailable */
  begin(handshake: Handshake, locale: string): Promise<string>
  /**
   * Exchanges the callback's parameters for an identity. A code is single-use, also when this fails.
   *
   * @param answer parameters of the callback
   * @throws ConsentDenied, AnswerNotGenuine, ProviderUnavailable
   */
  finish(handshake: Handshake, answer: Readonly<Record<string, string>>): Promise<ProviderIdentity>
  /**
   * Verifies an ID token that a page of ours got from the provider's own script, where it has such a script.
   *
   * @throws AnswerNotGenuine, ProviderUnavailable
   */
  readCredential?: (credential: string) => Promise<ProviderIdentity>
}

/** Those that are configured; each of the others is off. */
export type IdentityProviders = Readonly<Partial<Record<ProviderName, IdentityProvider>>>

/** Subscribe with Google (R7.09, R7.12), where it is configured. */
export type SubscribeWithGoogle = {
  /** Credentials of Google's server when it calls ours. */
  client: { id: string; secret: string }
  /**
   * Verifies Google's entitlements and returns our tokens in them, issued when an account was linked.
   *
   * @param raw entitlements as Google's script hands them to a page, signed
   * @throws AnswerNotGenuine, ProviderUnavailable
   */
  readOwnTokens(raw: string): Promise<string[]>
}

/** The reader has cancelled on the provider's page. */
export class ConsentDenied extends Error {}

/** The provider is unreachable, timed out or failed. */
export class ProviderUnavailable extends Error {}

/** The callback does not match the handshake, or its signature or code is invalid. */
export class AnswerNotGenuine extends Error {}
