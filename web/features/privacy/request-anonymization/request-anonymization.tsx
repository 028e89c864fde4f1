import { listSharedSubscriptions } from '#contract/companies/companies.ts'
import { anonymizationRules, requestAnonymization } from '#contract/privacy/anonymization.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './anonymization.module.css'
import { graceEnd } from './grace-end.ts'
import { RunningSubscriptions } from './running-subscriptions.tsx'

/** What is deleted and what the law keeps; then a confirmation dialog. */
export function RequestAnonymization({ onAsked }: { onAsked: () => Promise<void> }) {
  const t = useT()
  const params = useOwnParams()
  const own = useEndpoint(listSubscriptions, { params })
  const shared = useEndpoint(listSharedSubscriptions, { params })
  // Nobody deletes an account before it is told what would be lost, which stands above the button.
  if (!own.data || !shared.data) return <Awaited query={[own, shared]} shape="text" />
  return (
    <div className={styles.preview}>
      <RunningSubscriptions own={own.data.items} shared={shared.data.items} />
      <div>
        <Heading level={3} look="part">
          {t('privacy.goes_title')}
        </Heading>
        <ul className={styles.list}>
          <li>{t('privacy.goes_account')}</li>
          <li>{t('privacy.goes_reading')}</li>
          <li>{t('privacy.goes_newsletters')}</li>
          <li>{t('privacy.goes_money')}</li>
        </ul>
      </div>
      <div>
        <Heading level={3} look="part">
          {t('privacy.stays_title')}
        </Heading>
        <p>{t('privacy.stays_text', { years: anonymizationRules.documentYears })}</p>
        <p>{t('privacy.stays_gifts')}</p>
      </div>
      <Actions>
        <ConfirmedAct
          opener={{ children: t('privacy.ask'), variant: 'secondary' }}
          title={t('privacy.dialog_title', { date: formatDate(graceEnd(serverTimeMs())) })}
          confirm={t('privacy.confirm')}
          keep={t('privacy.keep_account')}
          act={() => call(requestAnonymization, { params })}
          onDone={onAsked}
        >
          <p>{t('privacy.dialog_text')}</p>
        </ConfirmedAct>
      </Actions>
    </div>
  )
}
