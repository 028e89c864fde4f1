import type { MailGateway } from '../gateways/mail/port.ts'
import type { SmsGateway } from '../gateways/sms/port.ts'
import { consumeUnfollowAll } from '../modules/follows/index.ts'
import { consumeForumJobs, type ForumDeps } from '../modules/forum/index.ts'
import { consumeAccountMail } from '../modules/identity/index.ts'
import { makeDocumentFiles } from '../modules/invoices/index.ts'
import { consumeOutbox, type MakeFiles } from '../modules/outbox/index.ts'
import { consumePaymentJobs, type PaymentsDeps } from '../modules/payments/index.ts'
import { consumeDataArchives } from '../modules/privacy/index.ts'
import { consumeWithdrawals } from '../modules/withdrawals/index.ts'
import type { Settings } from '../platform/settings.ts'
import { say } from '../platform/texts/messages.ts'

/** Consumes jobs of every queue, in servers and workers alike. */
export async function consumeJobs(
  deps: PaymentsDeps & ForumDeps & { mail: MailGateway; sms: SmsGateway | undefined },
): Promise<void> {
  await consumeOutbox({ ...deps, makeFiles: mailFiles(deps.settings) })
  await consumePaymentJobs(deps)
  await consumeWithdrawals(deps)
  await consumeForumJobs(deps)
  await consumeAccountMail(deps)
  await consumeUnfollowAll(deps)
  await consumeDataArchives(deps)
}

const contentTypes = { pdf: 'application/pdf', txt: 'text/plain; charset=utf-8' } as const

/** The files that mails refer to. */
const mailFiles =
  ({ terms }: Pick<Settings, 'terms'>): MakeFiles =>
  async (tx, reference, locale) => {
    if (reference.kind === 'document') return makeDocumentFiles(tx, reference)
    if (reference.kind === 'document_by_id') return makeDocumentFiles(tx, reference)
    const file = terms.files[locale]
    if (!file) return []
    const filename = `${say(locale, 'terms.file_name')}-${terms.version}.${file.ending}`
    return [{ filename, contentType: contentTypes[file.ending], content: file.content }]
  }
