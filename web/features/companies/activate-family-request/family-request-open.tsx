import { type ReactNode, useState } from 'react'
import { activateFamilyRequest, type FamilyRequest } from '#contract/companies/family-requests.ts'
import { leadOf } from '#web/features/companies/activate-family-request/family-request-words.ts'
import {
  type FamilyRequestFault,
  faultOf,
} from '#web/features/companies/activate-family-request/use-family-request.ts'
import { call, renewToken } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import type { Profile } from '#web/lib/reader/profile.ts'
import { unlockedAccess } from '#web/lib/reader/unlocked-access.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatLastDay } from '#web/lib/texts/format.ts'
import { say, useT } from '#web/lib/texts/i18n.ts'
import { MessageText, RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import styles from '../../../blocks/offer.module.css'
import { useOtherReader } from '../../../blocks/other-reader.tsx'
import { SignInWays } from '../../../blocks/sign-in-ways.tsx'
import { Step } from '../../../blocks/step.tsx'
import { keepReturn } from '../../../lib/reader/kept-return.ts'
import { useReader } from '../../../lib/reader/login-context.ts'

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
      <div className={styles.unlocks}>
        <Heading level={2} look="part">
          {t('invitation.unlocks')}
        </Heading>
        <RowList columns={2}>
          {unlockedAccess([invitation]).map(right => (
            <Row key={right.id}>{say(right)}</Row>
          ))}
        </RowList>
      </div>
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
      const fault = faultOf(error)
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
