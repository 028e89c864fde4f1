import { type FollowKind, unfollowAll } from '#contract/follows/follows.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'

type UnfollowAllProps = {
  params: { userId: string; kind: FollowKind }
  total: number
  /** Called when the server has accepted the request, with the time by when it is done. */
  onAccepted: (until: string) => void
}

/** Unfollows all of a kind, after a dialog that says what will happen and when it is done (R4.16). */
export function UnfollowAll({ params, total, onAccepted }: UnfollowAllProps) {
  const t = useT()
  return (
    <ConfirmedAct
      opener={{ children: t('follows.unfollow_all') }}
      title={t(`follows.${params.kind}_all_title`, { count: formatNumber(total) })}
      confirm={t('follows.unfollow_all')}
      keep={t('follows.keep')}
      failed={t('follows.unfollow_all_failed')}
      act={async () => onAccepted((await call(unfollowAll, { params })).done_before)}
    >
      <p>{t('follows.unfollow_all_text')}</p>
    </ConfirmedAct>
  )
}
