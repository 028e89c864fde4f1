import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './not-found-page.module.css'

/** Unknown addresses (R2.13): links home and to likely targets. */
export default function NotFoundPage() {
  const t = useT()
  return (
    <div className={styles.notFound}>
      <Heading level={1} look="answer">
        {t('not_found.heading')}
      </Heading>
      <p className={styles.message}>{t('not_found.message')}</p>
      <p>{t('not_found.reason')}</p>
      <Actions>
        <ButtonLink variant="primary" href={routes.subscription.path}>
          {t('not_found.back')}
        </ButtonLink>
      </Actions>
      <form role="search" className={styles.search} action={routes.faq.path}>
        <Field label={t('not_found.search')} type="search" name="q" maxLength={100} autoComplete="off" />
        <Button type="submit">{t('not_found.search_submit')}</Button>
      </form>
    </div>
  )
}
