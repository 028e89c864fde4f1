/** Where readers may have an account with which they sign in here too (R1.10). */
export const providerNames = ['google', 'facebook', 'apple'] as const
export type ProviderName = (typeof providerNames)[number]

/** What a provider says of whoever was there. Its tokens are used up on the way and kept nowhere. */
export type ProviderIdentity = {
  /** The provider's own name of the account, which never changes. */
  subject: string
  email: string | null
  /** Whether the provider itself has proven that the e-mail is this person's; without a word of it, it has not. */
  emailVerified: boolean
}

/** The secrets of one journey to a provider and back. */
export type Handshake = {
  state: string
  nonce: string
  /** Proves at the end that it is who began (PKCE). */
  codeVerifier: string
  /** Where the provider sends the browser back, exactly as it is registered there. */
  redirectUri: string
}

export type IdentityProvider = {
  /**
   * Address of the provider's own page, on which somebody says who it is.
   *
   * @param locale language that page should speak
   * @throws ProviderUnavailable
   */
  begin(handshake: Handshake, locale: string): Promise<string>
  /**
   * Makes of what the browser brought back who it was. A code is used up by this, whatever comes of it.
   *
   * @param answer parameters that the provider sent along
   * @throws ConsentDenied, AnswerNotGenuine, ProviderUnavailable
   */
  finish(handshake: Handshake, answer: Readonly<Record<string, string>>): Promise<ProviderIdentity>
  /**
   * Reads an ID token that a page of ours was handed by the provider's own script, where it has such a script.
   *
   * @throws AnswerNotGenuine, ProviderUnavailable
   */
  readCredential?: (credential: string) => Promise<ProviderIdentity>
}

/** Those that are configured; each of the others is off. */
export type IdentityProviders = Readonly<Partial<Record<ProviderName, IdentityProvider>>>

/** Subscribe with Google (R7.09, R7.12), where it is configured. */
export type SubscribeWithGoogle = {
  /** What Google's server proves itself with when it calls ours. */
  client: { id: string; secret: string }
  /**
   * The tokens of ours that Google vouches for: what it was given for an account when that was linked.
   *
   * @param raw entitlements as Google's script hands them to a page, signed
   * @throws AnswerNotGenuine, ProviderUnavailable
   */
  readOwnTokens(raw: string): Promise<string[]>
}

/** Somebody has thought better of it on the provider's page. */
export class ConsentDenied extends Error {}

/** The provider can't be reached, is late, or has a fault of its own. */
export class ProviderUnavailable extends Error {}

/** What came back does not belong to what was begun, or the provider does not stand by it. */
export class AnswerNotGenuine extends Error {}
