import { forTheDemo, optional, port, text } from '../variable.ts'

const unset = 'demo: the demo’s own; otherwise off'
const google = { unset, more: 'register `LOGIN_URL/login/with/google/callback` there' }
const facebook = { unset, more: '`…/login/with/facebook/callback`' }
const apple = { unset }
const swg = { unset: 'off' }

/** Identity providers. */
export const identityVariables = {
  GOOGLE_CLIENT_ID: optional(text, { what: 'sign-in with Google', ...google }),
  GOOGLE_CLIENT_SECRET: optional(text, { what: 'its secret', unset }),
  FACEBOOK_CLIENT_ID: optional(text, { what: 'sign-in with Facebook: the app’s id', ...facebook }),
  FACEBOOK_CLIENT_SECRET: optional(text, { what: 'the app’s secret', unset }),
  APPLE_CLIENT_ID: optional(text, {
    what: 'sign-in with Apple: the services ID',
    more: '`…/login/with/apple/callback`',
    ...apple,
  }),
  APPLE_TEAM_ID: optional(text, { what: 'the team there', ...apple }),
  APPLE_KEY_ID: optional(text, { what: 'the id of its key', ...apple }),
  APPLE_PRIVATE_KEY: optional(
    // Line breaks of a PEM file are often written as \n in a variable.
    { schema: text.schema.transform(pem => pem.replaceAll(String.raw`\n`, '\n')), form: 'a key' },
    { what: 'the key itself (the `.p8` file; `\\n` may stand for its line breaks)', ...apple },
  ),
  SWG_PUBLICATION_ID: optional(text, {
    what: 'Subscribe with Google: the publication as Google names it',
    ...swg,
  }),
  SWG_CLIENT_ID: optional(text, {
    what: 'what Google’s server proves itself with at `LOGIN_URL/google/token`',
    ...swg,
  }),
  SWG_CLIENT_SECRET: optional(text, { what: 'its secret', ...swg }),
  DEMO_IDENTITY_PORT: forTheDemo(port, {
    what: 'port of the demo’s identity providers',
    more: 'another one when it is taken',
    unset: '`PORT` + 2',
  }),
} as const

/** Which variables each provider needs: all are set, or none. */
export const identityServices = {
  google: { clientId: 'GOOGLE_CLIENT_ID', clientSecret: 'GOOGLE_CLIENT_SECRET' },
  facebook: { clientId: 'FACEBOOK_CLIENT_ID', clientSecret: 'FACEBOOK_CLIENT_SECRET' },
  apple: {
    clientId: 'APPLE_CLIENT_ID',
    teamId: 'APPLE_TEAM_ID',
    keyId: 'APPLE_KEY_ID',
    privateKey: 'APPLE_PRIVATE_KEY',
  },
  swg: {
    publicationId: 'SWG_PUBLICATION_ID',
    clientId: 'SWG_CLIENT_ID',
    clientSecret: 'SWG_CLIENT_SECRET',
  },
} as const
