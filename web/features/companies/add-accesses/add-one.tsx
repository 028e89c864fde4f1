import { useState } from 'react'
import { accessLinkDays, addAccesses, type SharedSubscription } from '#contract/companies/companies.ts'
import { call } from '#web/lib/call/api.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OneEmail } from '../one-email.tsx'
import { refreshAccesses, useSharedParams } from '../use-shared.ts'

type AddOneProps = { subscriptionId: number; kind: SharedSubscription['kind'] }

/** Gives an access to one address, then clears the field. */
export function AddOne({ subscriptionId, kind }: AddOneProps) {
  const t = useT()
  const params = useSharedParams(subscriptionId)
  const [last, setLast] = useState<string>()
  return (
    <>
      <div role="status">
        {last !== undefined && (
          <Notice tone="good" live={false}>
            {t('companies.added', { email: last })}
          </Notice>
        )}
      </div>
      <OneEmail
        schema={addAccesses.body}
        label={t('companies.email')}
        hint={t('companies.add_hint', { days: accessLinkDays })}
        submitLabel={t(kind === 'family' ? 'companies.add_submit.family' : 'companies.add_submit')}
        // The confirmation is cleared on the next press, so that it never contradicts an error.
        onPress={() => setLast(undefined)}
        add={async email => {
          try {
            await call(addAccesses, { params, body: { email } })
          } finally {
            await refreshAccesses()
          }
          setLast(email.trim())
        }}
      />
    </>
  )
}
