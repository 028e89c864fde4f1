import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type CardChange,
  readCardChange,
  startCardChange,
  verificationPrice,
} from '#contract/payment-cards/payment-cards.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { MessageKey } from '#locales/message-values.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { invalidate, readOptions } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { leaveFor, markPage, useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { cardName, cardOf } from '#web/lib/reader/subscription-words.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { BackToSubscription, Impossible, OfSubscription, Statement } from '../of-subscription.tsx'

/** Polling interval of a waiting change. */
const askEveryMs = 2000

/** Changes the card of a renewal: an explanation first (R1.23), and the outcome after the gateway's page. */
export function StartCardChange() {
  const t = useT()
  const { search } = useLocation()
  const id = new URLSearchParams(search).get('card_change')
  if (id !== null) return <Outcome id={id} />
  return (
    <OfSubscription isCandidate={isChangeable} none={{ title: 'card.none_title', text: 'card.none_text' }}>
      {subscription =>
        isChangeable(subscription) ? (
          <Before subscription={subscription} />
        ) : (
          <Impossible
            subscription={subscription}
            text={t(subscription.state === 'inactive' ? 'card.ended' : 'card.not_paid_by_card')}
          />
        )
      }
    </OfSubscription>
  )
}

/** Whether the subscription's card can be changed: also after its period, where a payment is still to come. */
function isChangeable(subscription: Subscription): boolean {
  const { state, recurrence } = subscription
  if (!cardOf(subscription)) return false
  const { reason } = recurrence
  if (recurrence.state === 'on' || reason === 'stopped_after_failures' || reason === 'awaits_confirmation')
    return true
  return state !== 'inactive' && reason === 'stopped_by_reader'
}

function Before({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const params = useOwnParams()
  const starting = useSubmission([], async () => {
    const isStillHere = markPage()
    const own = `${location.origin}${routes.card_change.path}?predplatne=${subscription.id}`
    const change = await call(startCardChange, {
      params,
      body: { subscription_id: subscription.id, return_url: own },
    })
    if (change.redirect_url !== undefined && isStillHere()) await leaveFor(change.redirect_url)
  })
  const card = cardOf(subscription)
  return (
    <Statement
      title={t('card.title')}
      text={
        <>
          {card && `${t('card.now', { card: cardName(card) })} `}
          {t('card.verification', { price: formatMoney(verificationPrice) })}
        </>
      }
      more={
        starting.problems.length > 0 && (
          <Problems texts={starting.problems} title={t('error.card_update_failed')} />
        )
      }
    >
      <Button variant="primary" busy={starting.busy} onClick={starting.onSubmit}>
        {t('card.pay')}
      </Button>
      <ButtonLink href={routes.subscription.path}>{t('card.keep')}</ButtonLink>
    </Statement>
  )
}

/** Polls a change until a webhook settles it. */
function Outcome({ id }: { id: string }) {
  const t = useT()
  const own = useOwnParams()
  const query = useQuery({
    ...readOptions(readCardChange, { params: { ...own, id } }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? askEveryMs : false),
  })
  const { data } = query
  // Each of these changes the subscription, which was read before.
  const told = data && data.state !== 'waiting' ? `${data.state} ${data.overdue_renewal}` : undefined
  useEffect(() => {
    if (told !== undefined) void invalidate(listSubscriptions)
  }, [told])
  if (!data) {
    return <Awaited query={query} shape="answer" count={3} failed="error.card_update_failed" />
  }
  // Not refused by a bank: its money has come, and goes back.
  const isNoCard = data.state === 'declined' && data.decline === null
  const { title, text } = isNoCard ? noCard : outcomes[data.state]
  const failed = data.state === 'declined' || data.state === 'abandoned'
  return (
    <div role="status">
      <Statement
        title={t(title)}
        text={t(text, { price: formatMoney(data.verification.price) })}
        more={data.overdue_renewal && !failed && <p>{t(`card.overdue.${data.overdue_renewal}`)}</p>}
      >
        {failed && (
          <ButtonLink
            variant="primary"
            href={`${routes.card_change.path}?predplatne=${data.subscription_id}`}
          >
            {t('card.again')}
          </ButtonLink>
        )}
        {data.redirect_url !== undefined && data.state === 'waiting' && (
          <ButtonLink variant="primary" href={data.redirect_url}>
            {t('card.go_back')}
          </ButtonLink>
        )}
        <BackToSubscription />
      </Statement>
    </div>
  )
}

const isOpen = (change: CardChange) => change.state === 'waiting' || change.overdue_renewal === 'waiting'

const noCard = { title: 'card.abandoned_title', text: 'card.no_card_text' } as const

const outcomes = {
  waiting: { title: 'card.waiting_title', text: 'card.waiting_text' },
  verified: { title: 'card.verified_title', text: 'card.verified_text' },
  refunded: { title: 'card.refunded_title', text: 'card.refunded_text' },
  declined: { title: 'card.declined_title', text: 'card.declined_text' },
  abandoned: { title: 'card.abandoned_title', text: 'card.abandoned_text' },
} as const satisfies Record<CardChange['state'], { title: MessageKey; text: MessageKey }>
