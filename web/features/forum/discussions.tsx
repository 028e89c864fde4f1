import type { ReactNode } from 'react'
import { type ForumProfile, readForumProfile } from '#contract/forum/forum.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { timeDifferenceMs } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BannedNotice } from './banned-notice.tsx'
import { VisibilitySwitch } from './change-visibility/visibility-switch.tsx'
import styles from './forum.module.css'
import { ForumTabs } from './lists/forum-tabs.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { BlogPart, NicknamePart } from './request-change/change-parts.tsx'

/** The discussion profile and what belongs to it (R1.08): the profile and the lists arrive and fail apart. */
export default function Discussions() {
  return (
    <>
      <Profile>
        {(profile, nowMs) => (
          <div className={styles.profile}>
            {profile.banned && <BannedNotice profile={profile} />}
            <ProfileFacts profile={profile} />
            <NicknamePart profile={profile} nowMs={nowMs} />
            <BlogPart profile={profile} nowMs={nowMs} />
            <VisibilitySwitch state={profile.state} />
          </div>
        )}
      </Profile>
      <ForumTabs />
    </>
  )
}

function Profile({ children }: { children: (profile: ForumProfile, nowMs: number) => ReactNode }) {
  const t = useT()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useEndpoint(readForumProfile, {
    params: useOwnParams(),
  })
  if (data) return children(data, dataUpdatedAt + timeDifferenceMs(browserCookies))
  return isError ? (
    <ErrorBlock
      title={t('forum.profile_failed')}
      retryLabel={t('common.retry')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <Skeleton shape="answer" label={t('common.loading')} />
  )
}
