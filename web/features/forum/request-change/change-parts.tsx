import { type ForumProfile, requestBlogChange, requestNicknameChange } from '#contract/forum/forum.ts'
import { hasNicknameAlphabet } from '#contract/forum/nickname.ts'
import { call } from '#web/lib/call/api.ts'
import type { Fault } from '#web/lib/call/api-error.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { ChangePart } from './change-part.tsx'

type PartProps = { profile: ForumProfile; nowMs: number }

/** The nickname, and requests to change it (R5.05). */
export function NicknamePart({ profile, nowMs }: PartProps) {
  const t = useT()
  const params = useOwnParams()
  return (
    <ChangePart
      name="nickname"
      title={t('forum.nickname')}
      value={profile.nickname}
      shown={profile.nickname ?? t('forum.nickname_none')}
      change={profile.nickname_change}
      nowMs={nowMs}
      check={nickname => faultsOfNickname(nickname)}
      send={nickname => call(requestNicknameChange, { params, body: { nickname } })}
      input={{ autoCapitalize: 'none', autoComplete: 'nickname' }}
    />
  )
}

function faultsOfNickname(nickname: string): Fault[] {
  const faults = faultsOf(requestNicknameChange.body, { nickname })
  if (faults.length > 0 || hasNicknameAlphabet(nickname.trim().normalize('NFKC'))) return faults
  return [{ key: 'nickname_field_characters', field: 'nickname', message: '' }]
}

/** The address of the reader's blog, and requests to change it (R5.06). */
export function BlogPart({ profile, nowMs }: PartProps) {
  const t = useT()
  const params = useOwnParams()
  const { blog } = profile
  return (
    <ChangePart
      name="blog"
      title={t('forum.blog')}
      value={blog}
      shown={
        blog === null ? (
          t('forum.blog_none')
        ) : (
          <TextLink href={blog} rel="ugc noopener noreferrer">
            {blog.replace(/\/$/, '')}
          </TextLink>
        )
      }
      change={profile.blog_change}
      nowMs={nowMs}
      check={value => faultsOf(requestBlogChange.body, { blog: value })}
      send={value => call(requestBlogChange, { params, body: { blog: value } })}
      input={{ type: 'url', inputMode: 'url', autoCapitalize: 'none', autoComplete: 'url' }}
    />
  )
}
