import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { accessLinkDays } from '#contract/companies/companies.ts'
import { accesses, sharedSubscriptions } from '#server/modules/companies/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { products, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { Key, ReaderEmail, Text } from '../fields.ts'
import { defineKind, type LoadContext, type Outcome } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { findReaderId, findSubscription } from '../references.ts'
import { FileTime } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

const Access = z
  .strictObject({
    email: ReaderEmail,
    state: z.enum(['waiting', 'active', 'deactivated']),
    invited: FileTime,
    active_from: FileTime.optional(),
    deactivated: FileTime.optional(),
  })
  .refine(row => row.state !== 'active' || row.active_from !== undefined, {
    path: ['active_from'],
    message: 'is missing, since the access is active; add it.',
  })
  .refine(row => (row.state === 'deactivated') === (row.deactivated !== undefined), {
    path: ['deactivated'],
    message: 'is there exactly when the state is "deactivated"; correct it.',
  })
type Access = z.output<typeof Access>

/** Each is known by its e-mail, so a second one of the same would never be added. */
const Accesses = z.array(Access).superRefine((rows, context) => {
  const known = new Set<string>()
  for (const [index, { email }] of rows.entries()) {
    if (known.has(email)) {
      const message = 'is of an access above too; keep the one that holds.'
      context.addIssue({ code: 'custom', path: [index, 'email'], message })
    }
    known.add(email)
  }
})

const common = { key: Key, subscription: Key, accesses: Accesses }

const Company = z.strictObject({
  ...common,
  administrator: ReaderEmail,
  company: z.strictObject({
    name: Text,
    id: Text.optional(),
    tax_id: Text.optional(),
    vat_id: Text.optional(),
  }),
})

const Family = z.strictObject({ ...common, owner: ReaderEmail })

/** Companies with the accesses that they gave. Changes of an access since it was loaded stay. */
export const companiesKind = defineKind({
  name: 'companies',
  schema: Company,
  keyOf: row => row.key,
  write: (context, { company, administrator, ...row }) =>
    share(context, row, {
      kind: 'company',
      administrator: { email: administrator, field: 'administrator' },
      companyName: company.name,
      companyId: company.id ?? null,
      companyTaxId: company.tax_id ?? null,
      companyVatId: company.vat_id ?? null,
    }),
})

/** Families with the people whom their owners invited. */
export const familiesKind = defineKind({
  name: 'families',
  schema: Family,
  keyOf: row => row.key,
  write: (context, { owner, ...row }) =>
    share(context, row, { kind: 'family', administrator: { email: owner, field: 'owner' } }),
})

type Shared = Pick<
  typeof sharedSubscriptions.$inferInsert,
  'kind' | 'companyName' | 'companyId' | 'companyTaxId' | 'companyVatId'
> & { administrator: { email: string; field: string } }

async function share(
  context: LoadContext,
  row: { key: string; subscription: string; accesses: Access[] },
  { administrator, ...columns }: Shared,
): Promise<Outcome> {
  const { tx } = context
  const { id } = await findSubscription(context, row.subscription, ['subscription'])
  const seats = await seatsOf(tx, id)
  const open = await countOpen(tx, { ...row, subscriptionId: id })
  if (open > seats) {
    throw new RowFault(
      ['accesses'],
      `With "accesses" ${open} are not deactivated, and there are ${seats} places; end some.`,
    )
  }
  const outcome = await upsertRow(
    context,
    sharedSubscriptions,
    ['subscriptionId'],
    ['sourceKey', 'kind', 'seats'],
    {
      ...columns,
      sourceKey: row.key,
      subscriptionId: id,
      seats,
      administratorId: await findReaderId(context, administrator.email, [administrator.field]),
    },
  )
  for (const [index, access] of row.accesses.entries()) {
    await addAccess(context, {
      ...access,
      subscriptionId: id,
      sourceKey: keyOf(row.key, access),
      index,
    })
  }
  return outcome
}

/** Seats of a shared subscription: its own, once it is there, since its product may have others by now. */
async function seatsOf(tx: LoadContext['tx'], id: number): Promise<number> {
  const [row] = await tx
    .select({ own: sharedSubscriptions.seats, sold: products.seats })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(sharedSubscriptions, eq(sharedSubscriptions.subscriptionId, subscriptions.id))
    .where(eq(subscriptions.id, id))
  if (!row) throw new Error('A subscription has no product')
  return row.own ?? row.sold
}

/** How many accesses are open once a file is loaded, those that were given here too; none when it adds none. */
async function countOpen(
  tx: LoadContext['tx'],
  row: { key: string; subscriptionId: number; accesses: Access[] },
): Promise<number> {
  const known = await tx
    .select({ key: accesses.sourceKey, email: accesses.email, deactivatedAt: accesses.deactivatedAt })
    .from(accesses)
    .where(eq(accesses.subscriptionId, row.subscriptionId))
  const keys = new Set(known.map(({ key }) => key))
  const added = row.accesses.filter(
    access => access.state !== 'deactivated' && !keys.has(keyOf(row.key, access)),
  )
  if (added.length === 0) return 0
  const open = [...added, ...known.filter(each => each.deactivatedAt === null)]
  return new Set(open.map(({ email }) => email)).size
}

const keyOf = (key: string, { email }: Access): string => `${key} ${email}`

type NewAccess = Access & { subscriptionId: number; sourceKey: string; index: number }

async function addAccess(context: LoadContext, access: NewAccess): Promise<void> {
  const { tx, now } = context
  const [known] = await tx
    .select({ id: accesses.id })
    .from(accesses)
    .where(eq(accesses.sourceKey, access.sourceKey))
  if (known) return
  const invitedAt = access.invited.at(now)
  await tx.insert(accesses).values({
    sourceKey: access.sourceKey,
    subscriptionId: access.subscriptionId,
    email: access.email,
    invitedAt,
    linkKey: randomToken(128),
    linkSentAt: invitedAt,
    linkExpiresAt: invitedAt.add({ hours: accessLinkDays * 24 }),
    deactivatedAt: access.deactivated?.at(now) ?? null,
    ...(await takerOf(context, access)),
  })
}

/** Reader of an active access, and since when; a deactivated one's reader may no longer exist. */
async function takerOf(context: LoadContext, access: NewAccess) {
  const { tx, now } = context
  if (access.active_from === undefined) return {}
  const activeFrom = access.active_from.at(now)
  const [reader] = await tx.select({ id: users.id }).from(users).where(eq(users.email, access.email))
  const path = ['accesses', access.index, 'email']
  if (access.state === 'deactivated') return reader ? { activeFrom, userId: reader.id } : {}
  const userId = reader?.id ?? (await findReaderId(context, access.email, path))
  return { activeFrom, userId, seatSubscriptionId: await findSeat(tx, access, userId, path) }
}

/** The subscription that the access gives is in the subscriptions' own file. */
async function findSeat(
  tx: LoadContext['tx'],
  { subscriptionId, email }: NewAccess,
  userId: number,
  path: readonly PropertyKey[],
): Promise<number> {
  const [shared] = await tx
    .select({ productCode: subscriptions.productCode })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
  const [seat] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .leftJoin(accesses, eq(accesses.seatSubscriptionId, subscriptions.id))
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.productCode, shared?.productCode ?? ''),
        eq(subscriptions.priceCents, 0),
        isNull(subscriptions.paymentId),
        isNull(accesses.id),
      ),
    )
  if (!seat) {
    throw new RowFault(
      path,
      `"${path.map(String).join('.')}" names ${email}, whose access is active but who has no such subscription; add it to subscriptions with "seat_of".`,
    )
  }
  return seat.id
}
