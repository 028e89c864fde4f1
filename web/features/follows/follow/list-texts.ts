import { translate } from '#web/lib/texts/i18n.ts'
import type { PagedRowsTexts } from '#web/ui/paged-rows.tsx'

/** Loading and error texts of a list. */
export const listTexts = (): PagedRowsTexts => ({
  loading: translate('common.loading'),
  more: translate('follows.more'),
  retry: translate('common.retry'),
  failedTitle: translate('follows.failed_title'),
  failedText: translate('follows.failed_text'),
})
