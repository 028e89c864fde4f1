import type { ReactNode } from 'react'
import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { useT } from '#web/lib/i18n.ts'
import { Checkbox, Switch } from '#web/ui/choice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './newsletters.module.css'

type NewsletterRowProps = {
  newsletter: Newsletter
  /** What can be done with it: a switch that acts at once, a box to tick, or nothing. */
  control:
    | { kind: 'switch' | 'box'; checked: boolean; onChange: (checked: boolean) => void; error?: string }
    | { kind: 'none' }
  /** Why nothing can be done with it, or why it does not come. */
  note?: ReactNode
}

/** One newsletter: what it is, how often it comes, a sample, and what can be done with it. */
export function NewsletterRow({ newsletter, control, note }: NewsletterRowProps) {
  const t = useT()
  const { title, description, frequency, sample_url: sample } = newsletter
  const name = <span className={styles.title}>{title}</span>
  const about = <span className={styles.description}>{description}</span>
  return (
    <li className={styles.row}>
      {control.kind === 'none' && (
        <>
          <div className={styles.lockedTitle}>
            {name}
            <span className={styles.lockedWord}>{t('newsletters.locked')}</span>
          </div>
          <p>{about}</p>
        </>
      )}
      {control.kind === 'switch' && (
        <Switch
          label={name}
          hint={about}
          error={control.error}
          checked={control.checked}
          onChange={control.onChange}
        />
      )}
      {control.kind === 'box' && (
        <Checkbox
          label={name}
          hint={about}
          checked={control.checked}
          onChange={event => control.onChange(event.target.checked)}
        />
      )}
      <p className={control.kind === 'box' ? `${styles.meta} ${styles.beside}` : styles.meta}>
        <span>{frequency}</span>
        {newsletter.locked && control.kind !== 'none' && <span>{t('newsletters.locked')}</span>}
        {sample !== null && (
          <span>
            <TextLink
              standalone
              href={sample}
              target="_blank"
              aria-label={t('newsletters.sample_of', { title })}
            >
              {t('newsletters.sample')}
            </TextLink>
          </span>
        )}
      </p>
      {note && (
        <div className={control.kind === 'box' ? `${styles.note} ${styles.beside}` : styles.note}>{note}</div>
      )}
    </li>
  )
}
