import { accessLinkDays } from '#contract/companies/companies.ts'
import type { Locale } from '#contract/wire.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { activationUrl } from './access-link.ts'
import type { AccessRow, SharedRow } from './store.ts'

type MailDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * Mails the link by which an access is taken.
 *
 * @param locale language of whoever gets it; the administrator's when it is not known
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
    values: { from: inviterOf(shared), days: accessLinkDays },
    link: activationUrl(deps, access.linkKey),
  })

/** Who invites, as the invited know them. */
export const inviterOf = ({ companyName, administrator }: SharedRow): string =>
  companyName ?? administrator.name ?? administrator.email
