import type { Endpoint } from '#contract/endpoint.ts'
import { sessionCookies } from '#contract/identity/session-token.ts'

const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })
const { payload, signature, userId, refresh } = sessionCookies

/** Security schemes; a reader has three cookies together. */
export const securitySchemes = {
  sessionPayload: cookie(payload, 'Header and payload of the session token (a JWT), readable by scripts.'),
  sessionSignature: cookie(signature, 'Signature of the session token, for the server only.'),
  sessionUserId: cookie(userId, 'Id of the reader, the `sub` of the session token.'),
  refreshToken: cookie(refresh, 'Refresh token, for `POST /refresh-token` only.'),
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of a program of the publisher, `profil_ops_…`.',
  },
  oauthClient: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and secret of Subscribe with Google; both may be in the body instead.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The value of METRICS_TOKEN.' },
} as const

/** Security requirements of a call; an empty list for a public one. */
export function securityOf({ access, proof }: Endpoint): readonly Record<string, string[]>[] {
  if (access === 'reader') return [{ sessionPayload: [], sessionSignature: [], sessionUserId: [] }]
  return proof === undefined ? [] : [{ [proof]: [] }]
}
