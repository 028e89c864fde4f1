import { useState } from 'react'
import type { GiftOffer } from '#contract/gifts/gift-offers.ts'
import { lengthText, unlockedTexts } from '#web/lib/reader/product-words.ts'
import { formatLastDay } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Quotation } from '#web/ui/quotation.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import styles from '../../../blocks/offer.module.css'
import { SignInWays } from '../../../blocks/sign-in-ways.tsx'
import { Step } from '../../../blocks/step.tsx'
import { useReader } from '../../../lib/reader/login-context.ts'
import type { GiftFault } from './gift-dead.tsx'
import { GiftTake, GiftTaken } from './gift-take.tsx'

type GiftOpenProps = { code: string; gift: GiftOffer; onFault: (fault: GiftFault) => void }

/** The gift, its giver and greeting; the button that accepts it, or sign-in links. */
export function GiftOpen({ code, gift, onFault }: GiftOpenProps) {
  const t = useT()
  const reader = useReader()
  const [done, setDone] = useState<string>()
  const { name, from, message, group } = gift
  const values = { product: t(`subscriptions.group.${group}`), length: lengthText(gift.length) }
  const until = formatLastDay(gift.use_until)
  if (done !== undefined) return <GiftTaken title={done} />
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
        <GiftTake code={code} reader={reader} until={until} onFault={onFault} onTaken={setDone} />
      ) : (
        <SignInWays why={t('gift_offer.sign_in_first')} isSecret />
      )}
      <p className={styles.until}>{t('gift_offer.use_until', { date: until })}</p>
      <div className={styles.unlocks}>
        <Heading level={2} look="part">
          {t('gift_offer.unlocks')}
        </Heading>
        <RowList columns={2}>
          {unlockedTexts(gift).map(text => (
            <Row key={text}>{text}</Row>
          ))}
        </RowList>
      </div>
    </Step>
  )
}
