import { helpTopics } from '#contract/faq/acts.ts'
import { routes } from '#contract/routes.ts'
import { contactAddress, detailsAddress } from '#web/lib/contact-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RowList } from '#web/ui/row-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { HelpHeading } from './help-heading.tsx'
import { PhoneLine } from './phone-line.tsx'
import styles from './write-to-help-desk.module.css'

/** What the message is about, since most of it is done by oneself sooner. */
export function ChooseTopic() {
  const t = useT()
  return (
    <>
      <HelpHeading>{t('help.title')}</HelpHeading>
      <div className={styles.body}>
        <RowList label={t('help.topics')}>
          {helpTopics.map(topic => (
            <li key={topic}>
              <TextLink standalone href={contactAddress(topic)}>
                {t(`help.topic.${topic}`)}
              </TextLink>
            </li>
          ))}
        </RowList>
        <PhoneLine />
        <p>
          <TextLink standalone href={detailsAddress}>
            {t('help.details_title')}
          </TextLink>
        </p>
        <p>
          <TextLink standalone href={routes.faq.path}>
            {t('help.back')}
          </TextLink>
        </p>
      </div>
    </>
  )
}
