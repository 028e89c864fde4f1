import { routes } from '#contract/routes.ts'
import { KnownTroubles } from '#web/blocks/known-troubles.tsx'
import { describeMode } from '#web/features/subscriptions/list-subscriptions/describe-mode.ts'
import { SentenceText } from '#web/features/subscriptions/list-subscriptions/sentence-text.tsx'
import { contactAddress } from '#web/lib/contact-address.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import type { SetMode } from '#web/lib/service-mode.ts'
import { say, useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './message-screen.module.css'
import { useArrival } from './use-arrival.ts'

/** In the place of a page that staff have closed (R13.19): until when, and what stays. */
export function MaintenancePage({ mode }: { mode: SetMode }) {
  const t = useT()
  const { title: heading, text } = describeMode(mode, serverTimeMs())
  useArrival()
  return (
    <div className={styles.message}>
      <Heading level={1} look="answer">
        {say(heading)}
      </Heading>
      <p className={styles.text}>
        <SentenceText {...text} />
      </p>
      <Actions>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
        <ButtonLink href={routes.faq.path}>{t('navigation.faq')}</ButtonLink>
        <ButtonLink href={contactAddress()}>{t('subscriptions.notice.write')}</ButtonLink>
      </Actions>
      <KnownTroubles />
    </div>
  )
}
