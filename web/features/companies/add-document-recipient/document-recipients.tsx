import {
  addDocumentRecipient,
  type DocumentRecipient,
  mostDocumentRecipients,
  removeDocumentRecipient,
} from '#contract/companies/company-documents.ts'
import { listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { showToast } from '#web/ui/announcer.tsx'
import { Email } from '#web/ui/email.tsx'
import { FieldStack } from '#web/ui/field-stack.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { OneEmail } from '../one-email.tsx'
import { useSharedParams } from '../use-shared.ts'

type RecipientsProps = { subscriptionId: number; recipients: readonly DocumentRecipient[] }

/** Addresses that are mailed each new document of a company (R12.04), with a form that adds one. */
export function DocumentRecipients({ subscriptionId, recipients }: RecipientsProps) {
  const t = useT()
  const params = useSharedParams(subscriptionId)
  return (
    <FieldStack>
      <p>{t('companies.recipients_lead')}</p>
      {recipients.length > 0 && (
        <RowList label={t('companies.recipients')}>
          {recipients.map(each => (
            <Recipient key={each.id} subscriptionId={subscriptionId} recipient={each} />
          ))}
        </RowList>
      )}
      {recipients.filter(each => each.stopped_at === null).length < mostDocumentRecipients && (
        <OneEmail
          schema={addDocumentRecipient.body}
          label={t('companies.recipient_email')}
          hint={t('companies.recipient_hint', { max: mostDocumentRecipients })}
          submitLabel={t('companies.recipient_submit')}
          add={async typed => {
            const { email } = await call(addDocumentRecipient, { params, body: { email: typed } })
            await invalidate(listCompanyInvoices)
            showToast(t('companies.recipient_added', { email }))
          }}
        />
      )}
    </FieldStack>
  )
}

function Recipient({ subscriptionId, recipient }: { subscriptionId: number; recipient: DocumentRecipient }) {
  const t = useT()
  const params = { ...useSharedParams(subscriptionId), id: String(recipient.id) }
  const { email, stopped_at: stoppedAt } = recipient
  if (stoppedAt !== null) {
    const date = formatDate(stoppedAt)
    return <Row detail={t('companies.recipient_stopped', { date })}>{email}</Row>
  }
  return (
    <Row
      action={
        <ConfirmedAct
          opener={{ children: <RichText id="companies.recipient_remove" values={{ email }} /> }}
          title={t('companies.recipient_remove_title')}
          confirm={t('companies.recipient_remove_confirm')}
          keep={t('companies.keep')}
          act={() => call(removeDocumentRecipient, { params })}
          onDone={() => {
            showToast(t('companies.recipient_removed', { email }))
            return invalidate(listCompanyInvoices)
          }}
        >
          <p>
            <RichText id="companies.recipient_remove_text" values={{ email }} />
          </p>
        </ConfirmedAct>
      }
    >
      <Email email={email} />
    </Row>
  )
}
