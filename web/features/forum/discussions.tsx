import type { ReactNode } from 'react'
import { readForumProfile } from '#contract/forum/forum.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { BannedNotice } from './banned-notice.tsx'
import { VisibilitySwitch } from './change-visibility/visibility-switch.tsx'
import styles from './forum.module.css'
import { ForumTabs } from './forum-tabs.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { BlogPart, NicknamePart } from './request-change/change-parts.tsx'

type DiscussionsProps = {
  /** Render prop around the parts that change the profile, which may be blocked. */
  changeable: (parts: ReactNode) => ReactNode
}

/** The discussion profile and its lists (R1.08), which load and fail independently. */
export default function Discussions({ changeable }: DiscussionsProps) {
  const read = useEndpoint(readForumProfile, { params: useOwnParams() })
  return (
    <>
      <Profile read={read} changeable={changeable} />
      {/* Loaded in parallel, hidden until its final place is known. */}
      <div hidden={read.isPending}>
        <ForumTabs />
      </div>
    </>
  )
}

type ProfileProps = DiscussionsProps & { read: ReturnType<typeof useEndpoint<typeof readForumProfile>> }

function Profile({ read, changeable }: ProfileProps) {
  const { data, dataUpdatedAt } = read
  if (data) {
    const nowMs = serverTimeMs(dataUpdatedAt)
    return (
      <div className={styles.profile}>
        {data.banned && <BannedNotice profile={data} />}
        <ProfileFacts profile={data} />
        {changeable(
          <div className={styles.profile}>
            <NicknamePart profile={data} nowMs={nowMs} />
            <BlogPart profile={data} nowMs={nowMs} />
            <VisibilitySwitch state={data.state} />
          </div>,
        )}
      </div>
    )
  }
  return <Awaited query={read} shape="list" failed="forum.profile_failed" />
}
