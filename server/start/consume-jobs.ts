import type { MailGateway } from '../gateways/mail/port.ts'
import type { SmsGateway } from '../gateways/sms/port.ts'
import { consumeUnfollowAll } from '../modules/follows/index.ts'
import { consumeForumJobs, type ForumDeps } from '../modules/forum/index.ts'
import { consumeAccountMail } from '../modules/identity/index.ts'
import { consumeOutbox } from '../modules/outbox/index.ts'
import { consumePaymentJobs, type PaymentsDeps } from '../modules/payments/index.ts'
import { consumeWithdrawals } from '../modules/withdrawals/index.ts'

/** Consumes jobs of every queue, in servers and workers alike. */
export async function consumeJobs(
  deps: PaymentsDeps & ForumDeps & { mail: MailGateway; sms: SmsGateway | undefined },
): Promise<void> {
  await consumeOutbox(deps)
  await consumePaymentJobs(deps)
  await consumeWithdrawals(deps)
  await consumeForumJobs(deps)
  await consumeAccountMail(deps)
  await consumeUnfollowAll(deps)
}
