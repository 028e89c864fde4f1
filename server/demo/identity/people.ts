import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'

/** A person with an account at the provider. */
export type Person = { subject: string; email: string | null; emailVerified: boolean }

/** The situation that a person shows. */
export type OfferedPerson = Person & { why: 'linked' | 'has_profile' | 'unproven' | 'no_email' }

const LinkedAccounts = z.array(
  z.object({ provider: z.string(), subject: z.string(), email: z.string().optional() }),
)

/** People to choose by one press, one for each situation. Others can be typed. */
export function offeredPeople(provider: ProviderName): OfferedPerson[] {
  const file = readFileSync(join(projectRoot, 'demo/linked-accounts.json'), 'utf8')
  const linked = LinkedAccounts.parse(JSON.parse(file)).filter(account => account.provider === provider)
  return [
    ...linked.map(({ subject, email = null }) => ({
      subject,
      email,
      emailVerified: true,
      why: 'linked' as const,
    })),
    { ...typedPerson(provider, 'jana.kovacova@example.com', true), why: 'has_profile' },
    { ...typedPerson(provider, 'niekto.iny@example.com', false), why: 'unproven' },
    { subject: `demo-${provider}-no-email`, email: null, emailVerified: false, why: 'no_email' },
  ]
}

/** The person with this e-mail at the provider: deterministic. */
export function typedPerson(provider: ProviderName, email: string, emailVerified: boolean): Person {
  const name = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 20)
  return { subject: `demo-${provider}-${name}`, email: email.trim(), emailVerified }
}
