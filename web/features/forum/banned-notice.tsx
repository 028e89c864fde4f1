import type { ForumProfile } from '#contract/forum/forum.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Notice for a banned reader: since when, why, and whom to write to (R4.12). */
export function BannedNotice({ profile }: { profile: ForumProfile }) {
  const t = useT()
  const { banned_since: since, banned_reason: reason } = profile
  const email = runtimeConfig().forum_email
  return (
    <Notice tone="warn" live={false} title={t('forum.banned_title')}>
      {since !== null && <p>{t('forum.banned_since', { date: formatDate(since) })}</p>}
      {reason !== null && <p>{t('forum.reason', { reason })}</p>}
      <p>
        <RichText id="forum.banned_write" values={{ email }} links={{ link: `mailto:${email}` }} />
      </p>
    </Notice>
  )
}
