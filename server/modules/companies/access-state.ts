import type { Access } from '#contract/companies/companies.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { activationUrl } from './access-link.ts'
import type { AccessRow } from './access-store.ts'

/** Waiting, then active, then deactivated (R4.10); one that does not go on into the next period is ending before that. */
export function accessState(
  row: Pick<AccessRow, 'deactivatedAt' | 'activeFrom'>,
  now: Temporal.Instant,
): Access['state'] {
  if (row.deactivatedAt !== null) {
    return Temporal.Instant.compare(now, row.deactivatedAt) < 0 ? 'ending' : 'deactivated'
  }
  return row.activeFrom === null ? 'waiting' : 'active'
}

/** Whether its data were erased (`server/modules/privacy/personal-columns.ts`), so that it is nobody's any more. */
export const isErased = ({ id, linkKey }: Pick<AccessRow, 'id' | 'linkKey'>): boolean =>
  linkKey === `erased-${id}`

/** To whom it is given: the reader who took it, where the address to which it was mailed was erased. */
const emailOf = ({ id, email, readerEmail }: AccessRow): string =>
  email === `erased:${id}` && readerEmail !== null ? readerEmail : email

/** An access as its administrator sees it. */
export function toAccess(
  deps: Pick<Deps, 'settings' | 'clock'>,
  row: AccessRow & { lastUsedAt?: Temporal.Instant | null },
): Access {
  const now = deps.clock.now()
  const state = accessState(row, now)
  const works = Temporal.Instant.compare(now, row.linkExpiresAt) < 0
  return {
    id: row.id,
    email: emailOf(row),
    reader_email: row.readerEmail,
    erased: isErased(row),
    state,
    invited_at: row.invitedAt.toString(),
    active_from: row.activeFrom?.toString() ?? null,
    deactivated_at: row.deactivatedAt?.toString() ?? null,
    activation_url: state === 'waiting' && works ? activationUrl(deps, row.linkKey) : null,
    link_sent_at: row.linkSentAt?.toString() ?? null,
    link_expires_at: row.linkExpiresAt.toString(),
    last_used_on: row.lastUsedAt ? dayOf(row.lastUsedAt).toString() : null,
  }
}
