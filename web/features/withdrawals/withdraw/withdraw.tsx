import { useState } from 'react'
import { routes } from '#contract/routes.ts'
import { listWithdrawals, type OpenContract } from '#contract/withdrawals/withdrawals.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { currentProfile, useOwnParams } from '#web/lib/reader/profile.ts'
import { cardName } from '#web/lib/reader/subscription-words.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { type Translate, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Message } from '../message.tsx'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { ReceivedWithdrawal } from './received-withdrawal.tsx'

/** Withdrawing from a contract in two steps, and the state of the money until it has arrived (R11.07). */
export function Withdraw() {
  const t = useT()
  const query = useEndpoint(listWithdrawals, { params: useOwnParams() })
  // Kept: what is refused is no longer in the list.
  const [chosen, setChosen] = useState<OpenContract>()
  const [doneId, setDoneId] = useState<number>()
  const [kept, setKept] = useState(false)
  const { data } = query
  if (!data) {
    return (
      <Awaited query={query} shape="answer" count={4} failed="withdrawal.failed_title">
        <p>
          <RichText
            id="withdrawal.failed_text"
            values={{ address: runtimeConfig().helpdesk_email }}
            links={{ email: `mailto:${runtimeConfig().helpdesk_email}` }}
          />
        </p>
      </Awaited>
    )
  }
  const back = <ButtonLink href={routes.subscription.path}>{t('withdrawal.to_subscription')}</ButtonLink>
  const isOpen = data.open.some(each => each.payment_id === chosen?.payment_id)
  if (chosen && (isOpen || chosen.payment_id !== doneId)) {
    return (
      <ConfirmWithdrawal
        key={chosen.payment_id}
        back={back}
        contract={chosen}
        onDone={() => setDoneId(chosen.payment_id)}
        onKeep={() => {
          setChosen(undefined)
          setKept(true)
        }}
      />
    )
  }
  if (data.open.length + data.received.length === 0) {
    return (
      <Message title={t('withdrawal.none')} text={t('withdrawal.none_text')}>
        {back}
      </Message>
    )
  }
  return (
    <>
      {data.received.map(withdrawal => (
        <ReceivedWithdrawal
          key={withdrawal.payment_id}
          withdrawal={withdrawal}
          arrives={withdrawal.payment_id === doneId}
        >
          {back}
        </ReceivedWithdrawal>
      ))}
      {data.open.map((contract, index) => (
        <Offer
          key={contract.payment_id}
          contract={contract}
          arrives={kept && index === 0}
          isOneOfMany={data.open.length > 1}
          onContinue={() => setChosen(contract)}
        />
      ))}
    </>
  )
}

type OfferProps = {
  contract: OpenContract
  arrives: boolean
  /** Its heading then says which contract it is. */
  isOneOfMany: boolean
  onContinue: () => void
}

/** The first step: what was bought, till when one may withdraw, and what comes back. */
function Offer({ contract, arrives, isOneOfMany, onContinue }: OfferProps) {
  const t = useT()
  const { order_number: order } = contract
  const gift = contract.is_gift ? 'yes' : 'no'
  const bought = t('withdrawal.until', {
    gift,
    name: contract.product_name,
    order,
    from: formatDate(contract.concluded_on),
    until: formatDate(contract.last_day),
  })
  const later = contract.later.map(each => {
    const also = t('withdrawal.later', { name: each.product_name, order: each.order_number })
    return `${also} ${comesBack(t, each)}`
  })
  const inAll = later.length > 0 && t('withdrawal.in_all', { refund: formatMoney(contract.refund_in_all) })
  const ends = t('withdrawal.ends', { gift, restores: contract.restores ? 'yes' : 'no' })
  const copy = t('withdrawal.copy', { email: currentProfile().email })
  const text = [bought, comesBack(t, contract), ...later, ...(inAll ? [inAll] : []), `${ends} ${copy}`]
  const title = isOneOfMany
    ? t('withdrawal.here_named', { gift, name: contract.product_name })
    : t('withdrawal.here')
  return (
    <Message title={title} text={text} arrives={arrives}>
      <Button variant="primary" onClick={onContinue}>
        {t('withdrawal.continue')}
      </Button>
      <ButtonLink href={routes.subscription.path}>{t('withdrawal.keep', { gift })}</ButtonLink>
    </Message>
  )
}

/** How much of a contract's price comes back where, and what is kept for which days. */
function comesBack(t: Translate, { card, days, ...sum }: OpenContract['later'][number]): string {
  if (sum.refund.amount === 0) {
    const kept = { kept: days > 0 ? 'yes' : 'no', days, sum: formatMoney(sum.kept) }
    return t('withdrawal.nothing_back', kept)
  }
  const back = t('withdrawal.comes_back', {
    way: sum.method === 'card' ? 'card' : 'transfer',
    refund: formatMoney(sum.refund),
    card: card ? cardName(card) : '',
    hasCard: card ? 'yes' : 'no',
  })
  if (days === 0) return back
  return `${back} ${t('withdrawal.kept', { paid: formatMoney(sum.paid), kept: formatMoney(sum.kept), days })}`
}
