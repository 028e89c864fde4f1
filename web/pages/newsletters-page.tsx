import { type ReactNode, useState } from 'react'
import type { NewsletterCategory } from '#contract/newsletters/newsletters.ts'
import { type NewsletterTab, newsletterTabs, routes } from '#contract/routes.ts'
import { ReaderFollows } from '#web/features/follows/follow/reader-follows.tsx'
import { VisitorFollows } from '#web/features/follows/follow/visitor-follows.tsx'
import { VisitorNewsletters } from '#web/features/newsletters/request-signups/visitor-newsletters.tsx'
import { ReaderNewsletters } from '#web/features/newsletters/switch-newsletter/reader-newsletters.tsx'
import { navigate, useLocation } from '#web/lib/navigation.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { tabOf, tabs } from './newsletter-tabs.ts'
import styles from './newsletters-page.module.css'

/** /e-maily: newsletters by title and what the reader follows, each a tab with an address (R2.07, R2.32). */
export default function NewslettersPage() {
  const t = useT()
  const { hash } = useLocation()
  const open = tabOf(hash)
  return (
    <div className={`${styles.page} ${styles.withTabs}`}>
      <Heading level={1} look="label">
        {t('main.newsletters_title')}
      </Heading>
      <Tabs
        dense
        label={t('newsletters.tabs')}
        tabs={tabs.map(id => ({ id, label: t(`newsletters.tab.${id}`) }))}
        selected={open}
        onSelect={id => {
          if (newsletterTabs[id] !== hash) navigate(newsletterTabs[id])
        }}
      >
        <Panel tab={open} />
      </Tabs>
    </div>
  )
}

function Panel({ tab }: { tab: NewsletterTab }): ReactNode {
  // What a visitor ticks in one tab is kept while the others are looked through.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
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
    <VisitorNewsletters category={category} chosen={chosen} onChoose={setChosen} />
  )
}

/** Discussions have their place in the settings; this tab leads there (R2.04). */
function Discussions() {
  const t = useT()
  return (
    <div className={styles.discussions}>
      <Heading level={2} look="answer">
        {t('newsletters.forum_answer')}
      </Heading>
      <p>{t('newsletters.forum_then')}</p>
      <Actions>
        <ButtonLink href={`${routes.settings.path}?active_tab=discussion`}>
          {t('newsletters.forum_go')}
        </ButtonLink>
      </Actions>
    </div>
  )
}
