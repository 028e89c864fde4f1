import * as z from 'zod'
import { googleTokenReader } from './google-tokens.ts'
import { AnswerNotGenuine, type SubscribeWithGoogle } from './port.ts'

/** Issuer and keys of Google's entitlements, as it documents them. */
const swgIssuer = 'subscribewithgoogle@system.gserviceaccount.com'
const swgKeys = `https://www.googleapis.com/robot/v1/metadata/jwk/${swgIssuer}`

const Claims = z.object({
  entitlements: z.array(z.object({ source: z.string(), subscriptionToken: z.string().optional() })),
})

export type SwgOptions = {
  publicationId: string
  /** Google's client credentials for exchanging a code. */
  clientId: string
  clientSecret: string
  /** Origins of the pages that ask Google for entitlements. */
  audience: string[]
  /** Endpoints instead of Google's, for tests. */
  keys?: string
}

/** Subscribe with Google: verifies entitlements, and Google's own calls. */
export function subscribeWithGoogle(options: SwgOptions): SubscribeWithGoogle {
  const { publicationId, clientId, clientSecret, audience, keys = swgKeys } = options
  const readToken = googleTokenReader(keys, {
    issuer: [swgIssuer],
    audience,
    requiredClaims: ['exp', 'iat'],
  })
  return {
    client: { id: clientId, secret: clientSecret },
    readOwnTokens: async raw => {
      const claims = Claims.safeParse(await readToken(raw))
      if (!claims.success) throw new AnswerNotGenuine('There are no entitlements in it')
      return claims.data.entitlements.flatMap(({ source, subscriptionToken }) =>
        source === publicationId && subscriptionToken !== undefined ? [subscriptionToken] : [],
      )
    },
  }
}
