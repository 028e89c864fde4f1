import { accessLinkDays } from '#contract/companies/companies.ts'
import type { Locale } from '#contract/wire.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { activationUrl } from './access-link.ts'
import type { AccessRow } from './access-store.ts'
import type { SharedRow } from './store.ts'

type MailDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * Mails the activation link of an access.
 *
 * @param locale language of the recipient; the administrator's when unknown
 */
export const mailAccessLink = (
  tx: Tx,
  deps: MailDeps,
  shared: SharedRow,
  access: Pick<AccessRow, 'email' | 'linkKey'>,
  locale: Locale = shared.administrator.locale,
): Promise<void> =>
  sendMail(tx, deps, {
    to: access.email,
    locale,
    template: shared.product.audience === 'family' ? 'family_access' : 'company_access',
    values: { from: giverOf(shared) ?? '', days: accessLinkDays },
    link: activationUrl(deps, access.linkKey),
  })

/** Who gives the accesses, for mails and screens; null of a reader whose data were erased. */
export const giverOf = ({
  companyName,
  administrator: { name, email, erasedAt },
}: SharedRow): string | null => companyName ?? (erasedAt === null ? (name ?? email) : null)
