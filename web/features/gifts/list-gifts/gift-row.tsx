import { type ReactNode, useRef, useState } from 'react'
import { type Gift, listGifts, sendGift } from '#contract/gifts/gifts.ts'
import { routes } from '#contract/routes.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate, formatLastDay } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { showToast } from '#web/ui/announcer.tsx'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { ChangeGift } from '../change-gift/change-gift.tsx'
import styles from './gift-row.module.css'

/** One gift: recipient, state, and actions until it is activated. */
export function GiftRow({ gift }: { gift: Gift }) {
  const t = useT()
  const [changing, setChanging] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const params = { ...useOwnParams(), id: String(gift.id) }
  const sending = useSubmission([], async () => {
    try {
      const { email } = await call(sendGift, { params })
      showToast(t('gifts.was_sent', { email }))
    } finally {
      // A refusal means stale data: refetch.
      await invalidate(listGifts)
    }
  })
  const { state, withdraw_until: until } = gift
  // Whoever it was for was erased since, or it was long ago.
  const email = gift.email || t('gifts.erased')
  const isOpen = state === 'planned' || state === 'sent'
  const close = () => {
    setChanging(false)
    // The form is gone: focus moves to the row.
    leadFocus(row.current, row.current)
  }
  return (
    <li className={styles.gift} ref={row} tabIndex={-1}>
      <p className={styles.what}>{t('gifts.for', { product: gift.product.name, email })}</p>
      <p className={styles.state}>
        <State gift={gift} />
      </p>
      <Problems texts={sending.problems} />
      {changing ? (
        <ChangeGift gift={gift} onDone={close} />
      ) : (
        (isOpen || until !== null) && (
          <Actions>
            {isOpen && (
              <>
                {gift.email !== '' && (
                  <Button variant="quiet" onClick={sending.onSubmit} busy={sending.busy}>
                    <RichText
                      id={state === 'sent' ? 'gifts.send_again' : 'gifts.send_now'}
                      values={{ email }}
                    />
                  </Button>
                )}
                <Button variant="quiet" onClick={() => setChanging(true)}>
                  <RichText id="gifts.change" values={{ email }} />
                </Button>
              </>
            )}
            {until !== null && (
              <ButtonLink variant="quiet" href={routes.withdrawal.path}>
                <RichText id="gifts.withdraw" values={{ until: formatDate(until), email }} />
              </ButtonLink>
            )}
          </Actions>
        )
      )}
    </li>
  )
}

function State({ gift }: { gift: Gift }): ReactNode {
  const t = useT()
  const { helpdesk_email: address } = runtimeConfig()
  const until = formatLastDay(gift.use_until)
  switch (gift.state) {
    case 'planned':
      return t('gifts.planned', { date: formatDate(gift.date), until })
    case 'sent':
      return t('gifts.sent', { sent: formatDate(gift.sent_at ?? gift.date), until })
    case 'activated':
      return t('gifts.activated', { date: formatDate(gift.activated_at ?? gift.date) })
    case 'cancelled':
      return t('gifts.cancelled')
    case 'expired':
    default:
      return (
        <RichText id="gifts.expired" values={{ until, address }} links={{ email: `mailto:${address}` }} />
      )
  }
}
