import type { ReactNode } from 'react'
import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { useT } from '#web/lib/texts/i18n.ts'
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
  /** Stands in a list of boxes: all words begin beside the box. */
  inset?: boolean
}

/** One newsletter: what it is, how often it comes, a sample, and what can be done with it. */
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
