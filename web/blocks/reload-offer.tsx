import { useT } from '#web/lib/texts/i18n.ts'
import { ErrorBlock } from '#web/ui/notice.tsx'

/** Fallback of a part of a page whose chunk could not be loaded. */
export const offerReload = () => <ReloadOffer />

/** Browsers cache a failed dynamic import until the page is reloaded (R8.04). */
function ReloadOffer() {
  const t = useT()
  return (
    <ErrorBlock
      title={t('common.block_failed_title')}
      retryLabel={t('common.reload')}
      onRetry={() => location.reload()}
    />
  )
}
