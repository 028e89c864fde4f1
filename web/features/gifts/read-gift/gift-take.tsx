import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activateCoupon, type CouponPreview, previewCoupon } from '#contract/coupons/coupons.ts'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useOtherReader } from '#web/blocks/other-reader.tsx'
import { call, renewToken } from '#web/lib/call/api.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { refusalAmong } from '#web/lib/call/use-offer.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { keepReturn } from '#web/lib/reader/kept-return.ts'
import type { Profile } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { translate, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type GiftFault, giftFaults } from './gift-dead.tsx'

type GiftTakeProps = {
  code: string
  reader: Profile
  /** The last day on which it can be taken, in words. */
  until: string
  onFault: (fault: GiftFault) => void
  /** @param given what the reader has now */
  onTaken: (given: Subscription) => void
}

/** For a signed-in reader: when it would begin, and the button that accepts it, or the obstacle (R8.09). */
export function GiftTake({ code, reader, until, onFault, onTaken }: GiftTakeProps) {
  const t = useT()
  const params = { userId: String(reader.id) }
  const preview = useQuery(
    {
      queryKey: [previewCoupon.path, reader.id, code],
      queryFn: () => call(previewCoupon, { params, body: { code } }),
      retry: false,
    },
    queryClient,
  )
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const taking = useSubmission([], async () => {
    try {
      const headers = { 'idempotency-key': key }
      const given = await call(activateCoupon, { params, body: { code } }, { headers })
      keepReturn('')
      await renewToken('roles')
      onTaken(given)
    } catch (error) {
      const fault = refusalAmong(error, giftFaults)
      if (!fault) throw error
      onFault(fault)
    }
  })
  const [nowMs] = useState(() => serverTimeMs())
  const other = useOtherReader()
  if (preview.isPending) return <Skeleton label={t('common.loading')} shape="text" count={6} />
  if (preview.data?.obstacle) return <StopFirst until={until} />
  return (
    <>
      <p>
        <RichText id="gift_offer.accept_as" values={{ email: reader.email }} />{' '}
        {preview.data && beginsText(preview.data, nowMs)}
      </p>
      <Problems texts={[...taking.problems, ...other.problems]} />
      <Actions>
        <Button variant="primary" onClick={taking.onSubmit} busy={taking.busy}>
          {t('gift_offer.accept')}
        </Button>
        {other.button}
      </Actions>
    </>
  )
}

/** Obstacle: a renewal would be charged for gifted days. */
function StopFirst({ until }: { until: string }) {
  const t = useT()
  return (
    <>
      <Notice tone="warn" title={t('gift_offer.stop_first')}>
        {t('gift_offer.stop_first_text', { date: until })}
      </Notice>
      <Actions>
        <ButtonLink
          variant="primary"
          href={new URL(routes.subscription.path, runtimeConfig().hosts.account).href}
        >
          {t('gift_offer.to_stop')}
        </ButtonLink>
      </Actions>
    </>
  )
}

function beginsText({ period }: CouponPreview, nowMs: number): string {
  // Tolerance for clock differences.
  const isLater = Date.parse(period.from) - nowMs > 3_600_000
  return isLater
    ? translate('gift_offer.begins_later', { from: formatDate(period.from) })
    : translate('gift_offer.begins_now')
}
