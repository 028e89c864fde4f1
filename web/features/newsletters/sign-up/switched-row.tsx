import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import type { Switchboard } from '#web/lib/switchboard.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { NewsletterRow } from '../newsletter-row.tsx'
import { switchFailure } from './switch-failure.ts'

type SwitchedRowProps = {
  newsletter: Newsletter
  on: boolean
  snoozedUntil: string | null
  /** Whether the reader may receive locked newsletters. */
  mayHaveLocked: boolean
  /** What to do to get a locked one. */
  lockedNote: 'newsletters.locked_reader' | 'newsletters.locked_mailbox'
  /** What holds of a locked one that is on; only of an account it is known whether it has a subscription. */
  shutNote: 'newsletters.locked_paused' | 'newsletters.locked_mailbox_on'
  switches: Switchboard
}

/** A newsletter with its switch; a locked one has it only where it has an effect. */
export function SwitchedRow(props: SwitchedRowProps) {
  const { newsletter, on, switches } = props
  const t = useT()
  const { code, title, locked } = newsletter
  const refusal = switches.refusalOf(code)
  const shut = locked && !props.mayHaveLocked
  if (shut && !on) {
    return (
      <NewsletterRow
        newsletter={newsletter}
        control={{ kind: 'none' }}
        note={<RichText id={props.lockedNote} links={{ shop: runtimeConfig().hosts.store }} />}
      />
    )
  }
  const note =
    on && shut
      ? t(props.shutNote)
      : on &&
        props.snoozedUntil && (
          <>
            {t('newsletters.snoozed', { date: formatDate(props.snoozedUntil) })}
            <Button
              variant="quiet"
              aria-label={t('newsletters.resume_of', { title })}
              onClick={event => {
                // The button disappears: focus moves to the switch.
                event.currentTarget.closest('li')?.querySelector('input')?.focus()
                switches.turn(code, true)
              }}
            >
              {t('newsletters.resume')}
            </Button>
          </>
        )
  return (
    <NewsletterRow
      newsletter={newsletter}
      control={{
        kind: 'switch',
        checked: on,
        onChange: checked => switches.turn(code, checked),
        ...(refusal && { error: switchFailure(refusal) }),
      }}
      note={note}
    />
  )
}
