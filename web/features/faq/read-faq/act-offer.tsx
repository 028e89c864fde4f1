import { type ActName, acts } from '#contract/faq/acts.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './faq-list.module.css'

/** The act itself, above the answers that only tell of it (R13.07). */
export function ActOffer({ act }: { act: ActName }) {
  const t = useT()
  const { loaded } = useProfile()
  return (
    <div className={styles.act}>
      <Notice tone="info" title={t(`faq.act.${act}.question`)} live={false}>
        {acts[act].forReader && !loaded && <p>{t('faq.act_sign_in')}</p>}
        <ButtonLink href={acts[act].path}>{t(`faq.act.${act}.button`)}</ButtonLink>
      </Notice>
    </div>
  )
}

/** Links to several acts. */
export function ActLinks({ names }: { names: readonly ActName[] }) {
  const t = useT()
  return (
    <RowList>
      {names.map(name => (
        <li key={name}>
          <TextLink standalone href={acts[name].path}>
            {t(`faq.act.${name}.button`)}
          </TextLink>
        </li>
      ))}
    </RowList>
  )
}
