import { useEffect } from 'react'
import type { SharedSubscription } from '#contract/companies/companies.ts'
import { navigate, setParameters, useLocation } from '#web/lib/navigation/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Select } from '#web/ui/select.tsx'
import styles from './access-manager.module.css'
import { companyAddress } from './order-package/order-address.ts'
import { sharedValues } from './shared-words.ts'

/**
 * The company subscription chosen by its administrator (R10.03), kept in `?predplatne=`, which is added where
 * it is missing, so that a reload keeps the choice.
 */
export function useChosen(all: readonly SharedSubscription[]): SharedSubscription | undefined {
  const { search } = useLocation()
  const selectedCompanySubscriptionId = Number(new URLSearchParams(search).get('predplatne'))
  const named = all.find(each => each.subscription_id === selectedCompanySubscriptionId)
  const chosen = named ?? all[0]
  const missing = named === undefined && all.length > 1 ? chosen?.subscription_id : undefined
  useEffect(() => {
    if (missing !== undefined) setParameters({ predplatne: String(missing) })
  }, [missing])
  return chosen
}

type ChooseSubscriptionProps = { all: readonly SharedSubscription[]; chosen: SharedSubscription | undefined }

/** Switches between company subscriptions; hidden when there is only one. */
export function ChooseSubscription({ all, chosen }: ChooseSubscriptionProps) {
  const t = useT()
  if (all.length < 2) return null
  return (
    <div className={styles.choice}>
      <Select
        label={t('companies.choose')}
        value={chosen?.subscription_id}
        onChange={event => navigate(companyAddress({ predplatne: event.target.value }))}
      >
        {all.map(each => (
          <option key={each.subscription_id} value={each.subscription_id}>
            {t('companies.choice', { ...sharedValues(each), state: each.state })}
          </option>
        ))}
      </Select>
    </div>
  )
}
