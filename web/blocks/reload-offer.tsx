import { useT } from '#web/lib/texts/i18n.ts'
import { ErrorBlock } from '#web/ui/notice.tsx'

/** Fallback of a part of a page whose program did not arrive. */
export const offerReload = () => <ReloadOffer />

/** The browser remembers that the program did not arrive until the page is loaded anew (R8.04). */
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
