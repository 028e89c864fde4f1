import { useState } from 'react'
import { acceptOffer, listOffers, type Offer } from '#contract/recurrence/recurrence.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { formatDate, formatMoney } from '#web/lib/format.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { unlockedAccess } from '#web/lib/unlocked-access.ts'
import { queryClient } from '#web/lib/use-endpoint.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackToSubscription, Told } from '../of-subscription.tsx'
import styles from '../recurrence.module.css'
import { cardName, namesOf } from '../use-subscription.ts'
import { Answer } from './plain-steps.tsx'
import { StepActs } from './step-acts.tsx'

type OfferStepProps = { subscription: Subscription; offer: Offer | undefined; next: string }

/** What would be lost, and what can be had instead, at the price that is charged when it is accepted. */
export function OfferStep({ subscription, offer, next }: OfferStepProps) {
  const t = useT()
  const [accepted, setAccepted] = useState<Offer>()
  if (accepted) {
    return (
      <Told
        title={t('recurrence.upgraded_title', { name: accepted.type.name })}
        text={t('recurrence.upgraded_text')}
      >
        <BackToSubscription />
      </Told>
    )
  }
  return (
    <>
      <Answer>{t('recurrence.offer_title', namesOf(subscription))}</Answer>
      <ul className={styles.list}>
        {unlockedAccess([subscription]).map(({ id, values }) => (
          <li key={id}>{t(id, values)}</li>
        ))}
      </ul>
      <StepActs next={next} />
      {offer && <Upgrade subscription={subscription} offer={offer} onAccepted={() => setAccepted(offer)} />}
    </>
  )
}

type UpgradeProps = { subscription: Subscription; offer: Offer; onAccepted: () => void }

function Upgrade({ subscription, offer, onAccepted }: UpgradeProps) {
  const t = useT()
  const own = useOwnParams()
  const { name } = offer.type
  const price = formatMoney(offer.price)
  const accepting = useSubmission([], async () => {
    try {
      await call(acceptOffer, { params: { ...own, id: String(subscription.id), code: offer.code } })
      onAccepted()
      await queryClient.invalidateQueries({ queryKey: [listSubscriptions.path] })
    } catch (error) {
      // A refused price has changed: the present one has to be read before it is accepted.
      await queryClient.invalidateQueries({ queryKey: [listOffers.path] })
      throw error
    }
  })
  return (
    <section className={styles.offer}>
      <Heading level={3} look="section">
        {t('recurrence.upgrade_title', { name })}
      </Heading>
      <p className={styles.small}>
        {t('recurrence.upgrade_text', {
          name,
          price,
          card: cardName(offer.card),
          end: formatDate(offer.period.to),
          charge: formatDate(offer.next_payment.at),
          next: formatMoney(offer.next_payment.price),
        })}
      </p>
      {accepting.problems.length > 0 && (
        <Notice tone="error">
          {accepting.problems.map(problem => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      <div className={styles.acts}>
        <Actions>
          <Button busy={accepting.busy} onClick={accepting.onSubmit}>
            {t('recurrence.upgrade', { name, price })}
          </Button>
        </Actions>
      </div>
    </section>
  )
}
