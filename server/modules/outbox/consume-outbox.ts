import type { MailGateway } from '#server/gateways/mail/port.ts'
import type { SmsGateway } from '#server/gateways/sms/port.ts'
import type { Deps } from '#server/platform/deps.ts'
import { consumeMail, type MakeFiles } from './deliver-mail.ts'
import { consumeSms } from './deliver-sms.ts'

/**
 * Consumes the outbox queues in a worker process.
 *
 * @param deps.sms undefined where no text messages can be sent; then none are queued either
 */
export async function consumeOutbox(
  deps: Deps & { mail: MailGateway; makeFiles: MakeFiles; sms: SmsGateway | undefined },
): Promise<void> {
  const { sms } = deps
  await consumeMail(deps)
  if (sms) await consumeSms({ ...deps, sms })
}
