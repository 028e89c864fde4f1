import { useState } from 'react'
import {
  type MailboxNewsletters,
  pauseByLink,
  readLink,
  resumeByLink,
  signOffByLink,
  signUpByLink,
} from '#contract/newsletters/mailed-links.ts'
import type { Newsletter, NewsletterCategory } from '#contract/newsletters/newsletters.ts'
import { call } from '#web/lib/call/api.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Lead } from '#web/ui/lead.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { Section } from '#web/ui/section.tsx'
import { NewslettersPaused, PauseNewsletters } from '../pause-newsletters/pause-newsletters.tsx'
import { SwitchedRow } from '../sign-up/switched-row.tsx'
import { useNewsletterSwitches } from '../sign-up/use-newsletter-switches.ts'

type MailboxListProps = {
  token: string
  mailbox: MailboxNewsletters
  catalogue: readonly Newsletter[]
  /** Just confirmed on this page: its outcome is shown. */
  justConfirmed: boolean
}

/** Names of the categories, as the tabs of /e-maily have them. */
const categories = {
  sme: 'newsletters.tab.sme',
  my: 'newsletters.tab.my',
  korzar: 'newsletters.tab.corsair',
  closer: 'newsletters.tab.closer',
  sportnet: 'newsletters.tab.sportnet',
  spectator: 'newsletters.tab.spectator',
} as const satisfies Record<NewsletterCategory, string>

/** All newsletters with switches for the mailbox that the link was sent to. */
export function MailboxNewslettersList({ token, mailbox, catalogue, justConfirmed }: MailboxListProps) {
  const t = useT()
  const [acted, setActed] = useState(false)
  const switches = useNewsletterSwitches({
    send: (code, on) => call(on ? signUpByLink : signOffByLink, { params: { token, code } }),
    update: change =>
      replaceRead(
        readLink,
        { params: { token } },
        known => known && { ...known, items: change(known.items) },
      ),
    refresh: () => void invalidate(readLink),
  })
  const stateOf = (code: string) => mailbox.items.find(each => each.code === code)
  const isOn = (code: string) => switches.isOn(code, stateOf(code)?.state === 'on')
  const turnedOn = catalogue.filter(each => isOn(each.code))
  // What has a break of its own is turned on, and does not come.
  const count = turnedOn.filter(each => !stateOf(each.code)?.snoozed_until).length
  const values = { count, email: mailbox.email, date: formatDate(mailbox.expires_at) }
  const act = async (acting: Promise<unknown>) => {
    // The failed call may have been executed.
    acting.catch(() => invalidate(readLink))
    await acting
    setActed(true)
    await invalidate(readLink)
  }
  const confirmed = justConfirmed && !acted
  return (
    <>
      {mailbox.paused_until !== null ? (
        <NewslettersPaused
          email={mailbox.email}
          until={mailbox.paused_until}
          count={turnedOn.length}
          arrives={acted || justConfirmed}
          answer={confirmed ? t('newsletter_link.confirmed_answer') : undefined}
          resume={() => act(call(resumeByLink, { params: { token } }))}
        />
      ) : confirmed ? (
        <Lead
          answer={t('newsletter_link.confirmed_answer')}
          then={t('newsletter_link.confirmed_then', { email: mailbox.email })}
          arrives
        />
      ) : (
        <Lead
          answer={t('newsletters.answer_reader', { count })}
          then={t(count > 0 ? 'newsletter_link.manage_then' : 'newsletter_link.manage_none', values)}
          arrives={acted}
        />
      )}
      {Object.entries(categories).map(([category, title]) => {
        const items = catalogue.filter(each => each.category === category)
        if (items.length === 0) return null
        return (
          <Section key={category} title={t(title)}>
            <RowList>
              {items.map(newsletter => (
                <SwitchedRow
                  key={newsletter.code}
                  newsletter={newsletter}
                  on={isOn(newsletter.code)}
                  snoozedUntil={stateOf(newsletter.code)?.snoozed_until ?? null}
                  mayHaveLocked={false}
                  lockedNote="newsletters.locked_mailbox"
                  shutNote="newsletters.locked_mailbox_on"
                  switches={switches}
                />
              ))}
            </RowList>
          </Section>
        )
      })}
      {mailbox.paused_until === null && turnedOn.length > 0 && (
        <PauseNewsletters pause={until => act(call(pauseByLink, { params: { token }, body: { until } }))} />
      )}
    </>
  )
}
