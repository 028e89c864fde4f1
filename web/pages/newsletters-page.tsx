import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { NewsletterCategory } from '#contract/newsletters/newsletters.ts'
import { type NewsletterTab, newsletterTabs, routes } from '#contract/routes.ts'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { ReaderFollows } from '#web/features/follows/follow/reader-follows.tsx'
import { VisitorFollows } from '#web/features/follows/follow/visitor-follows.tsx'
import { useChosen } from '#web/features/newsletters/request-signups/use-chosen.ts'
import { VisitorNewsletters } from '#web/features/newsletters/request-signups/visitor-newsletters.tsx'
import { ReaderNewsletters } from '#web/features/newsletters/sign-up/reader-newsletters.tsx'
import { addressWith, currentLocation, navigate, useLocation } from '#web/lib/navigation/navigation.ts'
import { useSignInAddress } from '#web/lib/reader/login-address.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { type PlainMessageKey, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { ListSkeleton } from '#web/ui/list-skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { tabOf, tabs } from './newsletter-tabs.ts'
import styles from './newsletters-page.module.css'

/** Names of the groups of tabs, each at its first: newsletters, then what is followed. */
const groups: Partial<Record<NewsletterTab, PlainMessageKey>> = {
  sme: 'newsletters.group.mails',
  topic: 'newsletters.group.follows',
}

/** /e-maily: newsletters by title and what the reader follows, each a tab with an address (R2.07, R2.32). */
export default function NewslettersPage() {
  const t = useT()
  const { hash } = useLocation()
  const open = tabOf(hash)
  return (
    <div className={`${styles.page} ${styles.withTabs}`}>
      <Tabs
        dense
        wrapped
        label={t('newsletters.tabs')}
        tabs={tabs.map(id => ({
          id,
          label: t(`newsletters.tab.${id}`),
          group: groups[id] && t(groups[id]),
        }))}
        selected={open}
        onSelect={id => {
          if (newsletterTabs[id] === hash) return
          // A search does not carry over to another tab.
          navigate(addressWith({ q: null }, { ...currentLocation(), hash: newsletterTabs[id] }))
        }}
      >
        <Panel tab={open} />
      </Tabs>
    </div>
  )
}

function Panel({ tab }: { tab: NewsletterTab }): ReactNode {
  // Ticked newsletters are kept across tabs and reloads, what was sent across tabs.
  const [chosen, setChosen] = useChosen()
  const [sentTo, setSentTo] = useState<string>()
  const manageLink = useState<string>()
  const { loaded } = useProfile()
  if (tab === 'forum') return <Discussions />
  if (tab === 'topic' || tab === 'author' || tab === 'blog') {
    const kind = tab === 'blog' ? 'blogger' : tab
    return loaded ? <ReaderFollows key={tab} kind={kind} /> : <VisitorFollows key={tab} kind={kind} />
  }
  const category: NewsletterCategory = tab === 'corsair' ? 'korzar' : tab
  return loaded ? (
    <ReaderNewsletters category={category} />
  ) : (
    <VisitorNewsletters
      category={category}
      chosen={chosen}
      onChoose={setChosen}
      sentTo={sentTo}
      onSentTo={setSentTo}
      manageLink={manageLink}
    />
  )
}

const FollowedDiscussions = lazy(async () => {
  const lists = import('#web/features/forum/list-discussions/discussion-list.tsx')
  const [{ DiscussionList }] = await Promise.all([lists, addPagePart('forum')])
  return { default: DiscussionList }
})

/** The discussions that a reader follows; all else of the discussion profile has its place in the settings (R2.04). */
function Discussions() {
  const t = useT()
  const signin = useSignInAddress()
  const { loaded } = useProfile()
  return (
    <div className={styles.discussions}>
      <Heading level={2} look="answer">
        {t('newsletters.forum_answer')}
      </Heading>
      <p>
        {loaded ? (
          t('newsletters.forum_then')
        ) : (
          <RichText id="newsletters.forum_visitor" links={{ signin }} />
        )}
      </p>
      {loaded && (
        <>
          <Actions>
            <ButtonLink href={`${routes.settings.path}?active_tab=discussion`}>
              {t('newsletters.forum_go')}
            </ButtonLink>
          </Actions>
          {/* Last, since it grows when it comes. */}
          <ErrorBoundary fallback={offerReload}>
            <Suspense fallback={<ListSkeleton rows={5} label={t('common.loading')} />}>
              <FollowedDiscussions />
            </Suspense>
          </ErrorBoundary>
        </>
      )}
    </div>
  )
}
