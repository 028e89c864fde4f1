import { asc, eq, or } from 'drizzle-orm'
import type { User } from '#contract/identity/identity.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { describeAnonymization } from '../anonymization.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { externAccounts, users } from '../tables.ts'
import { phoneChangeRule } from './phone-number.ts'
import { findEmailChange } from './request-email-change.ts'

type UserRow = typeof users.$inferSelect
type ReadDeps = Pick<IdentityDeps, 'db' | 'clock' | 'facts'>

/** The reader with all that the account area shows (R7.04). @throws AppError `user_not_found` */
export async function readUser(deps: ReadDeps, actor: Actor): Promise<User> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, actor.userId))
  if (!user) throw new AppError('user_not_found')
  const [change, accounts, services, phoneChange, phoneCode, deviceLimit, ebooks] = await Promise.all([
    findEmailChange(deps, user.id),
    readAccounts(deps, user),
    readExternServices(deps, user.id),
    phoneChangeRule(deps.facts, user),
    user.phoneToChange === null ? null : deps.facts.phoneCode(user.id),
    deps.facts.deviceLimit(user.id),
    deps.facts.ebooks(user.id),
  ])
  return {
    id: user.id,
    email: user.email,
    email_change: change ? { email: change.email, expires_at: change.expiresAt.toString() } : null,
    name: user.name,
    confirmed: user.confirmedAt !== null,
    locale_code: user.locale,
    registered_at: user.registeredAt.toString(),
    phone: user.phone,
    phone_to_change: user.phoneToChange,
    phone_code: phoneCode,
    phone_change: phoneChange,
    has_password: user.passwordHash !== null,
    notice_copies: user.noticeCopies,
    post_inbox: user.postInbox,
    swg_linked: user.swgLinked,
    extern_auth_services: services,
    accounts,
    device_limit: deviceLimit,
    ebooks,
    anonymization: user.anonymizationRequestedAt && describeAnonymization(user.anonymizationRequestedAt),
  }
}

/** The main account and those linked to it, from whichever of them the reader looks (R1.18). */
async function readAccounts({ db }: ReadDeps, user: UserRow): Promise<User['accounts']> {
  const mainId = user.mainAccountId ?? user.id
  const family = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(or(eq(users.id, mainId), eq(users.mainAccountId, mainId)))
    .orderBy(asc(users.id))
  const main = family.find(each => each.id === mainId) ?? { id: user.id, email: user.email }
  return { main, linked: family.filter(each => each.id !== mainId) }
}

async function readExternServices({ db }: ReadDeps, userId: number): Promise<User['extern_auth_services']> {
  const rows = await db
    .select()
    .from(externAccounts)
    .where(eq(externAccounts.userId, userId))
    .orderBy(asc(externAccounts.provider))
  return rows.map(({ provider, email, linkedAt }) => ({ provider, email, linked_at: linkedAt.toString() }))
}
