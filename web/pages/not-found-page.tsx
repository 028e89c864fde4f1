import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './not-found-page.module.css'

/** Every address that is none of ours (R2.13). */
export default function NotFoundPage() {
  const t = useT()
  return (
    <div className={styles.notFound}>
      <Heading level={1} look="answer">
        {t('not_found.heading')}
      </Heading>
      <p className={styles.message}>{t('not_found.message')}</p>
      <Actions>
        <ButtonLink variant="primary" href={routes.subscription.path}>
          {t('not_found.back')}
        </ButtonLink>
      </Actions>
    </div>
  )
}
