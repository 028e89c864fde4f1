import { answerHours, runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Section } from '#web/ui/section.tsx'
import styles from './accessibility-page.module.css'

/** Date of the assessment in the statement; docs/accessibility.md says when to renew it. */
const assessedOn = '2026-11-21'

const gaps = ['people', 'publisher', 'payment', 'captcha', 'external'] as const

/**
 * /vyhlasenie-o-pristupnosti: what the law asks a shop to tell about its accessibility (Act 351/2022 Coll., annex V of
 * Directive (EU) 2019/882), in the order of the model statement of Decree 78/2020 Coll.
 */
export default function AccessibilityPage() {
  const t = useT()
  const { helpdesk_email: address, hosts } = runtimeConfig()
  return (
    <>
      <Heading level={1} look="answer">
        {t('main.accessibility_title')}
      </Heading>
      <p className={styles.lead}>{t('accessibility.lead')}</p>
      <Section title={t('accessibility.scope_title')}>
        <p>{t('accessibility.scope', { address: new URL(hosts.account).host })}</p>
      </Section>
      <Section title={t('accessibility.state_title')}>
        <p>
          <RichText id="accessibility.state" />
        </p>
      </Section>
      <Section title={t('accessibility.gaps_title')}>
        <ul className={styles.gaps}>
          {gaps.map(gap => (
            <li key={gap}>{t(`accessibility.gap.${gap}`)}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('accessibility.method_title')}>
        <p>{t('accessibility.method', { date: formatDate(assessedOn) })}</p>
      </Section>
      <Section title={t('accessibility.contact_title')} id="kontakt">
        <p>
          <RichText
            id="accessibility.contact"
            values={{ address, hours: answerHours() }}
            links={{ email: `mailto:${address}` }}
          />
        </p>
      </Section>
      <Section title={t('accessibility.enforcement_title')}>
        <p>
          <RichText id="accessibility.enforcement" links={{ link: 'https://www.soi.sk' }} />
        </p>
      </Section>
    </>
  )
}
