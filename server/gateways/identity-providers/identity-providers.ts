import type { AppleOptions } from './apple.ts'
import type { FacebookOptions } from './facebook.ts'
import type { GoogleOptions } from './google.ts'
import type { IdentityProvider, IdentityProviders } from './port.ts'

/** Our client credentials at each provider. */
export type ProviderClients = {
  google: GoogleOptions
  facebook: FacebookOptions
  apple: AppleOptions
}

/** The configured providers; the others are off. The library is imported lazily, on first use. */
export const identityProviders = ({
  google,
  facebook,
  apple,
}: { [Name in keyof ProviderClients]?: ProviderClients[Name] | undefined }): IdentityProviders => ({
  ...(google && {
    google: lazyProvider(async () => (await import('./google.ts')).googleProvider(google)),
  }),
  ...(facebook && {
    facebook: lazyProvider(async () => (await import('./facebook.ts')).facebookProvider(facebook)),
  }),
  ...(apple && {
    apple: lazyProvider(async () => (await import('./apple.ts')).appleProvider(apple)),
  }),
})

/** A provider whose adapter is imported lazily. */
function lazyProvider(load: () => Promise<IdentityProvider>): IdentityProvider {
  let loaded: Promise<IdentityProvider> | undefined
  const provider = () => (loaded ??= load())
  return {
    begin: async (...given) => (await provider()).begin(...given),
    finish: async (...given) => (await provider()).finish(...given),
    readCredential: async credential => {
      const { readCredential } = await provider()
      if (!readCredential) throw new Error('This provider hands no credentials to pages')
      return readCredential(credential)
    },
  }
}
