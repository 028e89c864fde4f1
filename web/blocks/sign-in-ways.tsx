import { addressText, useLocation } from '#web/lib/navigation/navigation.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { keepReturn } from '../lib/reader/kept-return.ts'

type SignInWaysProps = {
  /** Why a sign-in is needed, where the step has not said it. */
  why?: string
  /** The page's address is a secret: it is stored here instead of being passed on. */
  isSecret?: boolean
}

/** For visitors: links to sign in or register, with a return to this page. */
export function SignInWays({ why, isSecret = false }: SignInWaysProps) {
  const t = useT()
  const onLeave = () => isSecret && keepReturn(location.pathname)
  const here = addressText({ ...useLocation(), hash: '' })
  const back = new URLSearchParams({ url: new URL(here, runtimeConfig().hosts.central_login).href })
  return (
    <>
      {why && <p>{why}</p>}
      <Actions>
        <ButtonLink variant="primary" href={`/login?${back}`} onClick={onLeave}>
          {t('invitation.sign_in')}
        </ButtonLink>
        <ButtonLink href={`/login/registration?${back}`} onClick={onLeave}>
          {t('invitation.register')}
        </ButtonLink>
      </Actions>
    </>
  )
}
