import { resendActivationEmail } from '#contract/identity/identity.ts'
import { withdrawAnonymization } from '#contract/privacy/anonymization.ts'
import { call } from '#web/lib/call/api.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'

type NoticeDeed = {
  does: 'keep' | 'resend'
  params: { userId: string }
  /** The one to which a link is sent again. */
  email: string
}

/**
 * Does at once what a notice offers: keeps the account, or sends the link that confirms it.
 *
 * @throws ApiError when it is refused
 */
export async function doNoticeAct({ does, params, email }: NoticeDeed): Promise<void> {
  await call(does === 'keep' ? withdrawAnonymization : resendActivationEmail, { params })
  showToast(
    does === 'keep'
      ? translate('subscriptions.notice.kept')
      : translate('subscriptions.notice.sent', { email }),
  )
  await queryClient.invalidateQueries()
}
