import type { ReactNode } from 'react'
import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Checkbox, Switch } from '#web/ui/choice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './newsletters.module.css'

type NewsletterRowProps = {
  newsletter: Newsletter
  /** Control: a switch that acts at once, a checkbox, or none. */
  control:
    | { kind: 'switch' | 'box'; checked: boolean; onChange: (checked: boolean) => void; error?: string }
    | { kind: 'none' }
  /** Why it is locked, or paused. */
  note?: ReactNode
  /** Aligned with the checkboxes of its list. */
  inset?: boolean
}

/** One newsletter: description, frequency, sample link and control. */
export function NewsletterRow({ newsletter, control, note, inset = false }: NewsletterRowProps) {
  const t = useT()
  const { title, description, frequency, sample_url: sample } = newsletter
  const name = <span className={styles.title}>{title}</span>
  const beside = inset ? styles.beside : undefined
  const about = <span className={styles.description}>{description}</span>
  return (
    <li className={styles.row}>
      {control.kind === 'none' && (
        <div className={beside}>
          <p className={styles.lockedTitle}>{name}</p>
          <p>{about}</p>
        </div>
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
      <div className={beside}>
        <p className={styles.meta}>
          <span className={styles.frequency}>
            {frequency}
            {newsletter.locked && (
              <>
                {' · '}
                <span className={styles.condition}>{t('newsletters.locked')}</span>
              </>
            )}
          </span>
          {sample !== null && (
            <TextLink
              standalone
              href={sample}
              target="_blank"
              aria-label={t('newsletters.sample_of', { title })}
            >
              {t('newsletters.sample')}
            </TextLink>
          )}
        </p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </li>
  )
}
