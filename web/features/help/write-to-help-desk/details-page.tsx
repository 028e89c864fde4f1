import { contactAddress } from '#web/lib/contact-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useDetails } from './use-details.ts'
import styles from './write-to-help-desk.module.css'

/** What describes the device and the subscriptions, to be copied into any message (R13.15). */
export function DetailsPage() {
  const t = useT()
  const details = useDetails()
  return (
    <>
      <Heading level={1} look="answer">
        {t('help.details_title')}
      </Heading>
      <div className={styles.body}>
        <p>{t('help.details_text')}</p>
        {details === undefined ? (
          <Skeleton shape="text" label={t('common.loading')} />
        ) : (
          <>
            <pre className={styles.details}>{details}</pre>
            <CopyButton value={details} copiedText={t('help.copied')} failedText={t('help.copy_failed')}>
              {t('help.copy')}
            </CopyButton>
            <TextLink standalone href={contactAddress()}>
              {t('help.write')}
            </TextLink>
          </>
        )}
      </div>
    </>
  )
}
