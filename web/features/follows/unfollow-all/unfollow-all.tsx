import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type FollowKind, unfollowAll } from '#contract/follows/follows.ts'
import { call } from '#web/lib/call/api.ts'
import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'

type UnfollowAllProps = {
  params: { userId: string; kind: FollowKind }
  total: number
  /** Called when the server has accepted the request, with the time by when it is done. */
  onAccepted: (until: string) => void
}

/** Unfollows all of a kind, after a dialog that says what will happen and when it is done (R4.16). */
export function UnfollowAll({ params, total, onAccepted }: UnfollowAllProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const asking = useMutation({
    mutationFn: () => call(unfollowAll, { params }),
    onSuccess: answer => {
      setOpen(false)
      onAccepted(answer.done_before)
    },
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('follows.unfollow_all')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(`follows.${params.kind}_all_title`, { count: formatNumber(total) })}
        actions={
          <>
            <Button variant="primary" busy={asking.isPending} onClick={() => asking.mutate()}>
              {t('follows.unfollow_all')}
            </Button>
            <Button onClick={() => setOpen(false)}>{t('follows.keep')}</Button>
          </>
        }
      >
        <p>{t('follows.unfollow_all_text')}</p>
        {asking.isError && <Notice tone="error">{t('follows.unfollow_all_failed')}</Notice>}
      </Dialog>
    </>
  )
}
