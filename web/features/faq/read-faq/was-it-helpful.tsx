import { useState } from 'react'
import { readText, writeText } from '#web/lib/browser/storage.ts'
import { contactAddress } from '#web/lib/contact-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './faq-list.module.css'
import { countUse } from './use-count-vain.ts'

const keyOf = (slug: string) => `profil_faq_${slug}`

/** Whether an answer helped; asked once in a visit (R13.15). */
export function WasItHelpful({ slug }: { slug: string }) {
  const t = useT()
  const [said, setSaid] = useState(() => readText(keyOf(slug)))
  const say = (kind: 'helped' | 'not_helped') => {
    writeText(keyOf(slug), kind)
    setSaid(kind)
    void countUse([{ kind, about: slug }])
  }
  return (
    <div className={styles.helpful} role="status">
      {said === undefined ? (
        <>
          {t('faq.helpful')}
          <Button variant="quiet" onClick={() => say('helped')}>
            {t('faq.yes')}
          </Button>
          <Button variant="quiet" onClick={() => say('not_helped')}>
            {t('faq.no')}
          </Button>
        </>
      ) : (
        <p>
          {t('faq.thanks')}{' '}
          {said === 'not_helped' && <TextLink href={contactAddress()}>{t('faq.write')}</TextLink>}
        </p>
      )}
    </div>
  )
}
