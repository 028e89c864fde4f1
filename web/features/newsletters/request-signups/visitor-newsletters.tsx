import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { listNewsletters, type NewsletterCategory } from '#contract/newsletters/newsletters.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useSignInAddress } from '#web/lib/reader/login-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { CatalogueList, CatalogueMissing } from '../catalogue-list.tsx'
import { NewsletterRow } from '../newsletter-row.tsx'
import styles from '../newsletters.module.css'
import { ManageLinkForm, type SentLink } from './manage-link-form.tsx'
import { SignupForm } from './signup-form.tsx'
import { useIsSeen } from './use-is-seen.ts'

type VisitorNewslettersProps = {
  category: NewsletterCategory
  /** Codes that are ticked, in all categories. */
  chosen: ReadonlySet<string>
  onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>
  /** Where the link has been sent, until something is ticked after that. */
  sentTo: string | undefined
  onSentTo: (email: string | undefined) => void
  manageLink: SentLink
}

/** A category's newsletters to tick, and one e-mail for all that are ticked (R1.06). */
export function VisitorNewsletters({ category, chosen, onChoose, ...props }: VisitorNewslettersProps) {
  const { sentTo, onSentTo, manageLink } = props
  const t = useT()
  const signin = useSignInAddress()
  const form = useRef<HTMLDivElement>(null)
  const [managing, setManaging] = useState(false)
  const query = useEndpoint(listNewsletters, {})
  const { data } = query
  // A newsletter ticked before a reload may no longer exist.
  const picked = data?.items.filter(each => chosen.has(each.code) && !each.locked) ?? []
  const formSeen = useIsSeen(form, picked.length > 0)
  if (!data) return <CatalogueMissing query={query} />

  const tick = (code: string, ticked: boolean) => {
    const next = new Set(chosen)
    if (ticked) next.add(code)
    else next.delete(code)
    onChoose(next)
    onSentTo(undefined)
  }
  const goToForm = () => {
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector('input')?.focus()
  }
  return (
    <>
      <Lead
        answer={t('newsletters.answer_visitor')}
        then={<RichText id="newsletters.then_visitor" links={{ signin }} />}
      />
      <CatalogueList
        items={data.items.filter(each => each.category === category)}
        row={newsletter => (
          <NewsletterRow
            key={newsletter.code}
            newsletter={newsletter}
            inset
            control={
              newsletter.locked
                ? { kind: 'none' }
                : {
                    kind: 'box',
                    checked: chosen.has(newsletter.code),
                    onChange: ticked => tick(newsletter.code, ticked),
                  }
            }
            note={newsletter.locked && <RichText id="newsletters.locked_visitor" links={{ signin }} />}
          />
        )}
      />
      {picked.length > 0 && !formSeen && (
        <div className={styles.bar}>
          <div>
            <span role="status">{t('newsletters.bar', { count: picked.length })}</span>
            <Button onClick={goToForm}>{t('newsletters.bar_go')}</Button>
          </div>
        </div>
      )}
      <SignupForm
        chosen={picked}
        place={form}
        sentTo={sentTo}
        onSent={(email, codes) => {
          onSentTo(email)
          // Not what was ticked during a slow answer, which no link was asked for.
          onChoose(now => new Set([...now].filter(code => !codes.includes(code))))
        }}
      />
      <div className={styles.aside}>
        {/* Also where the answer came while its visitor was elsewhere. */}
        <Disclosure
          summary={t('newsletters.manage_title')}
          open={managing || manageLink[0] !== undefined}
          onToggle={setManaging}
        >
          <ManageLinkForm sent={manageLink} />
        </Disclosure>
      </div>
    </>
  )
}
