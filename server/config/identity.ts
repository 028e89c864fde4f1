import type { Environment } from './environment.ts'
import { identityServices } from './variables/identity.ts'

type Services = typeof identityServices

/** Our credentials at each service that is configured; `swg` is Subscribe with Google. */
export type IdentityConfig = {
  [Name in keyof Services]: Record<keyof Services[Name], string> | undefined
} & {
  /** Port of the demo's own identity providers. */
  demoPort: number
}

/**
 * @param env in which every group is whole or absent
 * @param port on which the server itself listens
 */
export const toIdentityConfig = (env: Environment, port: number): IdentityConfig => ({
  google: whole(env, identityServices.google),
  facebook: whole(env, identityServices.facebook),
  apple: whole(env, identityServices.apple),
  swg: whole(env, identityServices.swg),
  demoPort: env.DEMO_IDENTITY_PORT ?? Math.min(port + 2, 65_535),
})

/** The values of a group of variables; undefined where one of them is not set. */
function whole<Name extends string>(
  env: Environment,
  names: Readonly<Record<Name, keyof Environment>>,
): Record<Name, string> | undefined {
  const entries = Object.entries<(typeof names)[Name]>(names).map(([name, variable]) => [name, env[variable]])
  if (entries.some(([, value]) => value === undefined)) return undefined
  // Every one of them was found above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Record<Name, string>
}
