import { ResendActivationEmail } from '#web/features/identity/resend-activation-email/resend-activation-email.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

/** /resend-account-activation: whether the account is activated, and a new link if it is not (R1.15, R2.12). */
export default function ResendAccountActivationPage() {
  const t = useT()
  return (
    <>
      <Heading level={1} look="label">
        {t('main.resend_account_activation_title')}
      </Heading>
      <ResendActivationEmail />
    </>
  )
}
