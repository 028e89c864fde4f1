import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { type AgreedTerms, readOrderTerms } from '#contract/orders/order-terms.ts'
import { listPauses } from '#contract/recurrence/pause-recurrence.ts'
import { acceptOffer, listOffers, type Offer } from '#contract/recurrence/recurrence.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useFlag } from '#web/lib/flags/flags.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { cardName } from '#web/lib/reader/subscription-words.ts'
import { unlockedAccess } from '#web/lib/reader/unlocked-access.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { say, useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PayAtOnce } from '../pay-at-once.tsx'
import { isInPayment, PaymentProgress } from '../payment-progress.tsx'
import styles from '../recurrence.module.css'
import { namesOf } from '../use-subscription.ts'
import { Answer } from './plain-steps.tsx'
import { StepActs } from './step-acts.tsx'

type OfferStepProps = {
  subscription: Subscription
  offer: Offer | undefined
  /** The offers are still loading. */
  isComing: boolean
  /** Order of the two when first shown in this flow, kept until its end. */
  order: OfferOrder | undefined
  onOrder: (order: OfferOrder) => void
  onAccepted: (offer: Offer) => void
  next: string
}
export type OfferOrder = NonNullable<ReturnType<typeof useFlag<'stop_offer_order'>>>
/** The first item of a step is large. */
type Place = 'first' | 'second'

/** What would be lost, and a retention offer at the price charged when it is accepted. */
export function OfferStep({
  subscription,
  offer,
  isComing,
  order,
  onOrder,
  onAccepted,
  next,
}: OfferStepProps) {
  const t = useT()
  // The form of the offer may stand above what leads on, which must not move once it is there.
  const terms = useEndpoint(readOrderTerms, {}, offer !== undefined)
  if (isComing || (offer && terms.isPending))
    return <Skeleton shape="answer" label={t('common.loading')} count={3} />
  const keep = (place: Place) => <Keep place={place} subscription={subscription} next={next} />
  const pause = <Pause subscription={subscription} />
  if (!offer) {
    return (
      <>
        {keep('first')}
        {pause}
      </>
    )
  }
  return (
    <OrderedOffers
      pause={pause}
      order={order}
      onOrder={onOrder}
      keep={keep}
      upgrade={place => (
        <Upgrade
          place={place}
          subscription={subscription}
          offer={offer}
          onAccepted={() => onAccepted(offer)}
        />
      )}
    />
  )
}

/** The order is an experiment (A/B test); nothing is shown before it is known. */
function OrderedOffers({
  order: held,
  onOrder,
  pause,
  ...offers
}: Pick<OfferStepProps, 'order' | 'onOrder'> & { pause: ReactNode } & Record<
    'keep' | 'upgrade',
    (place: Place) => ReactNode
  >) {
  const t = useT()
  const wanted = useFlag('stop_offer_order')
  const order = held ?? wanted
  useEffect(() => {
    if (order !== undefined) onOrder(order)
  }, [order, onOrder])
  if (order === undefined) return <Skeleton shape="answer" label={t('common.loading')} count={3} />
  const turns = order === 'upgrade_first' ? (['upgrade', 'keep'] as const) : (['keep', 'upgrade'] as const)
  return (
    <>
      {turns.map((offer, index) => (
        <Fragment key={offer}>{offers[offer](index === 0 ? 'first' : 'second')}</Fragment>
      ))}
      {pause}
    </>
  )
}

function Part({ place, title, children }: { place: Place; title: string; children: ReactNode }) {
  if (place === 'first') {
    return (
      <>
        <Answer>{title}</Answer>
        {children}
      </>
    )
  }
  return (
    <section className={styles.offer}>
      <Heading level={3} look="section">
        {title}
      </Heading>
      {children}
    </section>
  )
}

function Keep({ place, subscription, next }: { place: Place; subscription: Subscription; next: string }) {
  const t = useT()
  return (
    <Part place={place} title={t('recurrence.offer_title', namesOf(subscription))}>
      <ul className={styles.list}>
        {unlockedAccess([subscription]).map(right => (
          <li key={right.id}>{say(right)}</li>
        ))}
      </ul>
      <StepActs next={next} />
    </Part>
  )
}

/** A pause instead, where there can be one; never in the way of going on. */
function Pause({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const { data } = useEndpoint(listPauses, { params: { ...useOwnParams(), id: String(subscription.id) } })
  if (!data?.items.length) return null
  return (
    <Part place="second" title={t('pause.offer_title')}>
      <p className={styles.paragraph}>{t('pause.offer_text', { end: formatDate(subscription.period.to) })}</p>
      <div className={styles.acts}>
        <ButtonLink href={`${routes.pause_recurrence.path}?predplatne=${subscription.id}`}>
          {t('pause.offer')}
        </ButtonLink>
      </div>
    </Part>
  )
}

type UpgradeProps = { place: Place; subscription: Subscription; offer: Offer; onAccepted: () => void }

function Upgrade({ place, subscription, offer, onAccepted }: UpgradeProps) {
  const t = useT()
  const own = useOwnParams()
  const { name } = offer.type
  const price = formatMoney(offer.price)
  const [progress, setProgress] = useState<'pressed' | 'found'>()
  if (subscription.recurrence.change_in_payment && !progress) setProgress('found')
  const accept = async (agreed: AgreedTerms) => {
    try {
      const params = { ...own, id: String(subscription.id), code: offer.code }
      if (isInPayment(await call(acceptOffer, { params, body: { agreed } }))) setProgress('pressed')
      else onAccepted()
      await invalidate(listSubscriptions)
    } catch (error) {
      // A refused price has changed: refetched, so that the reader sees it before accepting.
      await invalidate(listOffers)
      throw error
    }
  }
  if (progress) {
    return (
      <PaymentProgress
        subscription={subscription}
        arrives={progress === 'pressed'}
        onPaid={onAccepted}
        onAgain={() => setProgress(undefined)}
      />
    )
  }
  return (
    <Part
      place={place}
      title={t(place === 'first' ? 'recurrence.upgrade_title_first' : 'recurrence.upgrade_title', { name })}
    >
      <p className={place === 'first' ? styles.text : styles.paragraph}>
        {t('recurrence.upgrade_text', {
          name,
          price,
          card: cardName(offer.card),
          end: formatLastDay(offer.period.to),
          charge: formatDate(offer.next_payment.at),
          next: formatMoney(offer.next_payment.price),
        })}
      </p>
      <div className={styles.form}>
        <PayAtOnce label={t('recurrence.upgrade', { name, price })} variant="secondary" send={accept} />
      </div>
    </Part>
  )
}
