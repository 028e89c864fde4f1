import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Awaited } from '#web/blocks/awaited.tsx'
import { openDocument } from '#web/lib/call/open-document.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/row-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { describeFailed, describePayment, foldFailed } from './describe-payment.ts'
import { usePayments } from './use-payments.ts'

/**
 * Rows of one page of payments, and the button for the next page.
 *
 * @param props.cursor undefined for the newest page; an older page focuses its first row, since the pressed
 * button is gone
 */
export function PaymentPage({ cursor }: { cursor?: string }) {
  const t = useT()
  const payments = usePayments(cursor)
  const [wantsOlder, setWantsOlder] = useState(false)
  const firstRow = useRef<HTMLSpanElement>(null)
  const arrived = payments.data !== undefined
  useEffect(() => {
    if (arrived && cursor !== undefined) firstRow.current?.focus()
  }, [arrived, cursor])

  if (!payments.data) {
    return (
      <li>
        <PaymentsMissing query={payments} />
      </li>
    )
  }
  const { items, next_cursor: next } = payments.data
  return (
    <>
      {foldFailed(items).map((attempts, index) => {
        const [payment] = attempts
        const { detail, documents, pay, refunds } = describePayment(payment)
        const links = documents.map(({ text, label, href }) => (
          <TextLink key={href} standalone href={href} onClick={openDocument} aria-label={label}>
            {text}
          </TextLink>
        ))
        const action = pay ? (
          <TextLink standalone href={pay.href} aria-label={pay.label}>
            {pay.text}
          </TextLink>
        ) : (
          links.length > 0 && links
        )
        return (
          <Row
            key={payment.id}
            detail={attempts.length > 1 ? describeFailed(attempts) : [detail, ...refunds].join('\u00a0· ')}
            action={action}
          >
            <span ref={index === 0 ? firstRow : undefined} tabIndex={index === 0 ? -1 : undefined}>
              {payment.product_name}
            </span>
          </Row>
        )
      })}
      {next !== null &&
        (wantsOlder ? (
          <PaymentPage cursor={next} />
        ) : (
          <li>
            <Button variant="quiet" onClick={() => setWantsOlder(true)}>
              {t('documents.older')}
            </Button>
          </li>
        ))}
    </>
  )
}

/** In the place of payments until they are there, or when they do not come. */
export const PaymentsMissing = ({ query }: Pick<ComponentProps<typeof Awaited>, 'query'>) => (
  <Awaited query={query} shape="details" failed="documents.failed_title" text="documents.failed_text" />
)
