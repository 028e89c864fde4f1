import { type ActName, acts } from '#contract/faq/acts.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './faq-list.module.css'

/** The act itself, above the answers that only tell of it (R13.07). */
export function ActOffer({ act }: { act: ActName }) {
  const t = useT()
  const { loaded } = useProfile()
  return (
    <div className={styles.act}>
      <Notice tone="info" title={t(`faq.act.${act}.question`)} live={false}>
        {acts[act].forReader && !loaded && <p>{t('faq.act_sign_in')}</p>}
        <div className={styles.button}>
          <Actions>
            <ButtonLink href={acts[act].path}>{t(`faq.act.${act}.button`)}</ButtonLink>
          </Actions>
        </div>
      </Notice>
    </div>
  )
}
