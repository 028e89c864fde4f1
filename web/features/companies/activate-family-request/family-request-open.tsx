import { type ReactNode, useState } from 'react'
import { activateFamilyRequest, type FamilyRequest } from '#contract/companies/family-requests.ts'
import styles from '#web/blocks/offer.module.css'
import { useOtherReader } from '#web/blocks/other-reader.tsx'
import { SignInWays } from '#web/blocks/sign-in-ways.tsx'
import { Step } from '#web/blocks/step.tsx'
import { Unlocks } from '#web/blocks/unlocks.tsx'
import { call, renewToken } from '#web/lib/call/api.ts'
import { refusalAmong } from '#web/lib/call/use-offer.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { keepReturn } from '#web/lib/reader/kept-return.ts'
import { useReader } from '#web/lib/reader/login-context.ts'
import type { Profile } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatLastDay } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { MessageText, RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { type FamilyRequestFault, familyRequestFaults } from './family-request-dead.tsx'
import { leadOf } from './family-request-words.ts'

type FamilyRequestOpenProps = {
  code: string
  invitation: FamilyRequest
  onTaken: () => void
  onFault: (fault: FamilyRequestFault) => void
}

/** The invitation and the button that accepts it; for visitors, sign-in links. */
export function FamilyRequestOpen({ code, invitation, onTaken, onFault }: FamilyRequestOpenProps) {
  const t = useT()
  const reader = useReader()
  const [nowMs] = useState(() => serverTimeMs())
  const lead = leadOf(invitation, nowMs)
  return (
    <Step
      title={t(`invitation.title.${invitation.kind}`)}
      focus="title"
      lead={<MessageText message={lead} />}
    >
      {reader ? (
        <Take code={code} reader={reader} onTaken={onTaken} onFault={onFault} />
      ) : (
        <SignInWays why={t('invitation.sign_in_first')} isSecret />
      )}
      <p className={styles.until}>
        {t('invitation.valid_until', { date: formatLastDay(invitation.expires_at) })}
      </p>
      <Unlocks offer={invitation} title={t('invitation.unlocks')} level={2} />
    </Step>
  )
}

type TakeProps = Omit<FamilyRequestOpenProps, 'invitation'> & { reader: Profile }

function Take({ code, reader, onTaken, onFault }: TakeProps): ReactNode {
  const t = useT()
  const other = useOtherReader()
  const taking = useSubmission([], async () => {
    try {
      await call(activateFamilyRequest, { params: { userId: String(reader.id), code } })
    } catch (error) {
      const fault = refusalAmong(error, familyRequestFaults)
      if (!fault) throw error
      onFault(fault)
      return
    }
    keepReturn('')
    await renewToken('roles')
    onTaken()
  })
  return (
    <>
      <Problems texts={[...taking.problems, ...other.problems]} />
      <p>
        <RichText id="invitation.accept_as" values={{ email: reader.email }} />
      </p>
      <Actions>
        <Button variant="primary" onClick={taking.onSubmit} busy={taking.busy}>
          {t('invitation.accept')}
        </Button>
        {other.button}
      </Actions>
    </>
  )
}
