import { ApiError } from '#web/lib/call/api-error.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { retryText } from '#web/lib/texts/retry-text.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RefusedLines } from '../refused-lines.tsx'
import type { AddingResult } from './use-adding.ts'

/**
 * Result of a list: how many were added and removed, and the reason for each that was refused; where it broke off, why,
 * and what remains.
 */
export function AddedLines({ result: { added, removed, refused, broken } }: { result: AddingResult }) {
  const t = useT()
  const ended = removed > 0 && <p>{t('companies.changed.deactivate', { count: removed })}</p>
  const ofRefused = refused.length > 0 && (
    <>
      <p>{t('companies.changed_refused', { count: refused.length })}</p>
      <RefusedLines label={t('companies.many_text')} lines={refused} />
    </>
  )
  if (!broken) {
    return (
      <Notice
        tone={refused.length === 0 ? 'good' : 'warn'}
        title={t('companies.many_done', { count: added })}
      >
        {ended}
        {ofRefused}
      </Notice>
    )
  }
  const { error, atMs, adding, removing } = broken
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return (
    <Notice tone="error" title={t('companies.many_broken')}>
      <p>{textOfError(error)}</p>
      {added > 0 && <p>{t('companies.many_done', { count: added })}</p>}
      {ended}
      {removing > 0 && <p>{t('companies.many_removing_left', { count: removing })}</p>}
      {adding > 0 && <p>{t('companies.many_adding_left', { count: adding })}</p>}
      <p>{t('companies.many_kept')}</p>
      {retryAfterSeconds !== undefined && <p>{retryText(retryAfterSeconds, atMs)}</p>}
      {ofRefused}
    </Notice>
  )
}
