import * as z from 'zod'

const text = z.string().min(1)

/** Variables of the services that know readers: whose accounts sign in here too. */
export const identityVariables = {
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  FACEBOOK_CLIENT_ID: text.optional(),
  FACEBOOK_CLIENT_SECRET: text.optional(),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  // A file's line breaks are often written as \n where a variable has one line.
  APPLE_PRIVATE_KEY: text.transform(pem => pem.replaceAll(String.raw`\n`, '\n')).optional(),
  SWG_PUBLICATION_ID: text.optional(),
  SWG_CLIENT_ID: text.optional(),
  SWG_CLIENT_SECRET: text.optional(),
  DEMO_IDENTITY_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
}
type Variables = z.infer<z.ZodObject<typeof identityVariables>>

export type IdentityConfig = {
  google: { clientId: string; clientSecret: string } | undefined
  facebook: { clientId: string; clientSecret: string } | undefined
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string } | undefined
  /** Subscribe with Google. */
  swg: { publicationId: string; clientId: string; clientSecret: string } | undefined
  /** Port on which the demo starts what stands in their place. */
  demoPort: number
}

const google = { clientId: 'GOOGLE_CLIENT_ID', clientSecret: 'GOOGLE_CLIENT_SECRET' } as const
const facebook = { clientId: 'FACEBOOK_CLIENT_ID', clientSecret: 'FACEBOOK_CLIENT_SECRET' } as const
const apple = {
  clientId: 'APPLE_CLIENT_ID',
  teamId: 'APPLE_TEAM_ID',
  keyId: 'APPLE_KEY_ID',
  privateKey: 'APPLE_PRIVATE_KEY',
} as const
const swg = {
  publicationId: 'SWG_PUBLICATION_ID',
  clientId: 'SWG_CLIENT_ID',
  clientSecret: 'SWG_CLIENT_SECRET',
} as const

/** Variables of which either all are set or none. */
export const identityGroups: readonly string[][] = [google, facebook, apple, swg].map(group =>
  Object.values(group),
)

/**
 * @param env in which every group is whole or absent
 * @param port on which the server itself listens
 */
export const toIdentityConfig = (env: Variables, port: number): IdentityConfig => ({
  google: whole(env, google),
  facebook: whole(env, facebook),
  apple: whole(env, apple),
  swg: whole(env, swg),
  demoPort: env.DEMO_IDENTITY_PORT ?? Math.min(port + 2, 65_535),
})

/** All of some variables, by what they are; undefined where one of them is not set. */
function whole<Name extends string>(
  env: Variables,
  names: Readonly<Record<Name, Exclude<keyof Variables, 'DEMO_IDENTITY_PORT'>>>,
): Record<Name, string> | undefined {
  const entries = Object.entries<(typeof names)[Name]>(names).map(([name, variable]) => [name, env[variable]])
  if (entries.some(([, value]) => value === undefined)) return undefined
  // Every one of them was found above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Record<Name, string>
}
