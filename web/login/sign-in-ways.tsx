import { useT } from '#web/lib/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'

type SignInWaysProps = {
  /** Why one has to be signed in here. */
  why: string
  /** Told before the reader leaves. */
  onLeave?: () => void
}

/** For whoever is not signed in: the ways to be, which lead back to this very page. */
export function SignInWays({ why, onLeave }: SignInWaysProps) {
  const t = useT()
  const back = new URLSearchParams({ url: location.href.split('#', 1)[0] ?? '' })
  return (
    <>
      <p>{why}</p>
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
