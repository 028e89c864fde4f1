import { useOtherReader } from '#web/blocks/other-reader.tsx'
import { Step } from '#web/blocks/step.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { nextAddress } from './leave.ts'

/** Already signed in: continue, or switch accounts. */
export function SignedIn({ email }: { email: string }) {
  const t = useT()
  const other = useOtherReader()
  return (
    <Step
      title={t('login.signed_in.title')}
      focus="title"
      lead={<RichText id="login.signed_in.lead" values={{ email }} />}
    >
      <Problems texts={other.problems} />
      <Actions>
        <ButtonLink variant="primary" href={nextAddress()}>
          {t('login.signed_in.continue', { email })}
        </ButtonLink>
        {other.button}
      </Actions>
    </Step>
  )
}
