import type { MailGateway } from '../gateways/mail/port.ts'
import type { SmsGateway } from '../gateways/sms/port.ts'
import { consumeUnfollowAll } from '../modules/follows/index.ts'
import { consumeForumJobs, type ForumDeps } from '../modules/forum/index.ts'
import { consumeAccountMail } from '../modules/identity/index.ts'
import { drawDocumentOf } from '../modules/invoices/index.ts'
import { consumeOutbox, type MakeFile } from '../modules/outbox/index.ts'
import { consumePaymentJobs, type PaymentsDeps } from '../modules/payments/index.ts'
import { consumeWithdrawals } from '../modules/withdrawals/index.ts'
import type { Settings } from '../platform/settings.ts'

/** Consumes jobs of every queue, in servers and workers alike. */
export async function consumeJobs(
  deps: PaymentsDeps & ForumDeps & { mail: MailGateway; sms: SmsGateway | undefined },
): Promise<void> {
  await consumeOutbox({ ...deps, makeFile: mailFiles(deps.settings) })
  await consumePaymentJobs(deps)
  await consumeWithdrawals(deps)
  await consumeForumJobs(deps)
  await consumeAccountMail(deps)
  await consumeUnfollowAll(deps)
}

/** The files that mails refer to. */
const mailFiles =
  ({ terms }: Pick<Settings, 'terms'>): MakeFile =>
  async (tx, reference, locale) => {
    if (reference.kind === 'document') return drawDocumentOf(tx, reference.paymentId)
    const content = terms.files[locale]
    return content && { filename: `${terms.version}.pdf`, contentType: 'application/pdf', content }
  }
