import type { SharedSubscription } from '#contract/companies/companies.ts'
import { navigate, useLocation } from '#web/lib/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Select } from '#web/ui/field.tsx'
import styles from './access-manager.module.css'
import { AccessManager } from './access-manager.tsx'
import { SeatOffers } from './change-seats/seat-offers.tsx'
import { CompanyInvoices } from './list-invoices/company-invoices.tsx'
import { sharedValues } from './shared-words.ts'

/** What an administrator of companies works with; of several subscriptions one, which the address names. */
export function CompanyAccesses({ all }: { all: readonly SharedSubscription[] }) {
  const t = useT()
  const { search } = useLocation()
  const selectedCompanySubscriptionId = Number(new URLSearchParams(search).get('predplatne'))
  const shared = all.find(each => each.subscription_id === selectedCompanySubscriptionId) ?? all[0]
  if (!shared) return null
  const id = shared.subscription_id
  return (
    <>
      {all.length > 1 && (
        <div className={styles.choice}>
          <Select
            label={t('companies.choose')}
            value={id}
            onChange={event => navigate(`?predplatne=${event.target.value}`)}
          >
            {all.map(each => (
              <option key={each.subscription_id} value={each.subscription_id}>
                {t('companies.choice', { ...sharedValues(each), state: each.state })}
              </option>
            ))}
          </Select>
        </div>
      )}
      <AccessManager key={id} shared={shared}>
        <SeatOffers shared={shared} />
        <CompanyInvoices subscriptionId={id} />
      </AccessManager>
    </>
  )
}
