import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import styles from '../recurrence.module.css'

/** Keeping is as easy as going on: two equal buttons. */
export function StepActs({ next }: { next: string }) {
  const t = useT()
  return (
    <div className={styles.acts}>
      <Actions>
        <ButtonLink href={routes.subscription.path}>{t('recurrence.keep')}</ButtonLink>
        <ButtonLink href={next}>{t('recurrence.go_on')}</ButtonLink>
      </Actions>
    </div>
  )
}
