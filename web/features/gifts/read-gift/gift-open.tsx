import { useState } from 'react'
import type { GiftOffer } from '#contract/gifts/gift-offers.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import styles from '#web/blocks/offer.module.css'
import { OfferTaken } from '#web/blocks/offer-ends.tsx'
import { SignInWays } from '#web/blocks/sign-in-ways.tsx'
import { Step } from '#web/blocks/step.tsx'
import { Unlocks } from '#web/blocks/unlocks.tsx'
import { useReader } from '#web/lib/reader/login-context.ts'
import { lengthText } from '#web/lib/reader/product-words.ts'
import { formatDate, formatLastDay } from '#web/lib/texts/format.ts'
import { translate, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Quotation } from '#web/ui/quotation.tsx'
import type { GiftFault } from './gift-dead.tsx'
import { GiftTake } from './gift-take.tsx'

type GiftOpenProps = { code: string; gift: GiftOffer; onFault: (fault: GiftFault) => void }

/** The gift, its giver and greeting; the button that accepts it, or sign-in links. */
export function GiftOpen({ code, gift, onFault }: GiftOpenProps) {
  const t = useT()
  const reader = useReader()
  const [given, setGiven] = useState<Subscription>()
  const { name, from, message, group } = gift
  const values = { product: t(`subscriptions.group.${group}`), length: lengthText(gift.length) }
  const until = formatLastDay(gift.use_until)
  if (given) return <OfferTaken title={doneText(given)} lead={t('gift_offer.done_lead')} />
  return (
    <Step
      title={name === null ? t('gift_offer.title') : t('gift_offer.title_named', { name })}
      focus="title"
      lead={
        from === null ? (
          t('gift_offer.given', values)
        ) : (
          <RichText id="gift_offer.from" values={{ ...values, from }} />
        )
      }
    >
      {message !== null && <Quotation label={t('gift_offer.message')}>{message}</Quotation>}
      {reader ? (
        <GiftTake code={code} reader={reader} until={until} onFault={onFault} onTaken={setGiven} />
      ) : (
        <SignInWays why={t('gift_offer.sign_in_first')} isSecret />
      )}
      <p className={styles.until}>{t('gift_offer.use_until', { date: until })}</p>
      <Unlocks offer={gift} title={t('gift_offer.unlocks')} level={2} />
    </Step>
  )
}

const doneText = ({ state, period, group }: Subscription): string =>
  translate(state === 'future' ? 'gift_offer.done_later' : 'gift_offer.done', {
    product: translate(`subscriptions.group.${group}`),
    from: formatDate(period.from),
    until: formatLastDay(period.to),
  })
