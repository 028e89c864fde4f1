import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Step } from '../blocks/step.tsx'
import { useLoginLinks } from '../lib/reader/login-context.ts'

/** `/login?signed_out`: the session has ended. */
export function SignedOut() {
  const t = useT()
  const to = useLoginLinks()
  return (
    <Step title={t('login.signed_out.title')} focus="title" lead={t('login.signed_out.lead')}>
      <Actions>
        <ButtonLink variant="primary" href={to('/login')}>
          {t('login.signed_out.again')}
        </ButtonLink>
        <ButtonLink variant="quiet" href={runtimeConfig().hosts.publisher}>
          {t('login.signed_out.publisher')}
        </ButtonLink>
      </Actions>
    </Step>
  )
}
