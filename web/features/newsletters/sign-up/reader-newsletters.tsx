import { useState } from 'react'
import {
  listNewsletters,
  listSignups,
  type NewsletterCategory,
  signOff,
  signUp,
} from '#contract/newsletters/newsletters.ts'
import { pauseNewsletters, resumeNewsletters } from '#contract/newsletters/pause-newsletters.ts'
import { routes } from '#contract/routes.ts'
import { call } from '#web/lib/call/api.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams, useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CatalogueList, CatalogueMissing } from '../catalogue-list.tsx'
import styles from '../newsletters.module.css'
import { NewslettersPaused, PauseNewsletters } from '../pause-newsletters/pause-newsletters.tsx'
import { SwitchedRow } from './switched-row.tsx'
import { useNewsletterSwitches } from './use-newsletter-switches.ts'

/** A category's newsletters with switches that act at once (R1.06). */
export function ReaderNewsletters({ category }: { category: NewsletterCategory }) {
  const t = useT()
  const params = useOwnParams()
  const { email, confirmed } = useProfile()
  const catalogue = useEndpoint(listNewsletters, {})
  const signups = useEndpoint(listSignups, { params })
  const [acted, setActed] = useState(false)
  const switches = useNewsletterSwitches({
    send: (code, on) => call(on ? signUp : signOff, { params: { ...params, code } }),
    update: change =>
      replaceRead(listSignups, { params }, known => known && { ...known, items: change(known.items) }),
    refresh: () => void invalidate(listSignups),
  })

  if (!catalogue.data || !signups.data) return <CatalogueMissing query={[catalogue, signups]} />
  const { items, subscriber, paused_until: pausedUntil } = signups.data
  const stateOf = (code: string) => items.find(each => each.code === code)
  const isOn = (code: string) => switches.isOn(code, stateOf(code)?.state === 'on')
  const turnedOn = catalogue.data.items.filter(each => isOn(each.code) && (subscriber || !each.locked))
  // What has a break of its own is turned on, and does not come.
  const coming = turnedOn.filter(each => !stateOf(each.code)?.snoozed_until)
  const act = async (acting: Promise<unknown>) => {
    // The failed call may have been executed.
    acting.catch(() => invalidate(listSignups))
    await acting
    setActed(true)
    await invalidate(listSignups)
  }
  return (
    <>
      {pausedUntil === null ? (
        <Lead
          answer={t('newsletters.answer_reader', { count: coming.length })}
          then={
            coming.length > 0
              ? t('newsletters.then_reader', { count: coming.length, email })
              : t('newsletters.then_none', { email })
          }
          arrives={acted}
        />
      ) : (
        <NewslettersPaused
          email={email}
          until={pausedUntil}
          count={turnedOn.length}
          arrives={acted}
          resume={() => act(call(resumeNewsletters, { params }))}
        />
      )}
      {!confirmed && (
        <div className={styles.notice}>
          <Notice tone="warn" title={t('newsletters.unconfirmed_title')} live={false}>
            <RichText
              id="newsletters.unconfirmed_text"
              links={{ activation: routes.resend_account_activation.path }}
            />
          </Notice>
        </div>
      )}
      <CatalogueList
        items={catalogue.data.items.filter(each => each.category === category)}
        row={newsletter => (
          <SwitchedRow
            key={newsletter.code}
            newsletter={newsletter}
            on={isOn(newsletter.code)}
            snoozedUntil={stateOf(newsletter.code)?.snoozed_until ?? null}
            mayHaveLocked={subscriber}
            lockedNote="newsletters.locked_reader"
            shutNote="newsletters.locked_paused"
            switches={switches}
          />
        )}
      />
      {confirmed && pausedUntil === null && turnedOn.length > 0 && (
        <PauseNewsletters pause={until => act(call(pauseNewsletters, { params, body: { until } }))} />
      )}
    </>
  )
}
