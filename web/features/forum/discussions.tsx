import { readForumProfile } from '#contract/forum/forum.ts'
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
  const read = useEndpoint(readForumProfile, { params: useOwnParams() })
  return (
    <>
      <Profile {...read} />
      {/* Asked for at once, shown where it is going to stay. */}
      <div hidden={read.isPending}>
        <ForumTabs />
      </div>
    </>
  )
}

function Profile({ data, ...read }: ReturnType<typeof useEndpoint<typeof readForumProfile>>) {
  const t = useT()
  const { dataUpdatedAt, isError, isFetching, refetch } = read
  if (data) {
    const nowMs = dataUpdatedAt + timeDifferenceMs(browserCookies)
    return (
      <div className={styles.profile}>
        {data.banned && <BannedNotice profile={data} />}
        <ProfileFacts profile={data} />
        <NicknamePart profile={data} nowMs={nowMs} />
        <BlogPart profile={data} nowMs={nowMs} />
        <VisibilitySwitch state={data.state} />
      </div>
    )
  }
  return isError ? (
    <ErrorBlock
      title={t('forum.profile_failed')}
      retryLabel={t('common.retry')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <Skeleton shape="answer" count={6} label={t('common.loading')} />
  )
}
