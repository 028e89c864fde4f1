import { contactAddress } from '#web/lib/contact-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { HelpHeading } from './help-heading.tsx'
import { useDetails } from './use-details.ts'
import styles from './write-to-help-desk.module.css'

/** What describes the device and the subscriptions, to be copied into any message (R13.15). */
export function DetailsPage() {
  const t = useT()
  const details = useDetails()
  return (
    <>
      <HelpHeading>{t('help.details_title')}</HelpHeading>
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
