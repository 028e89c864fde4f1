import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RefusedLines } from '../refused-lines.tsx'
import type { AddingResult } from './use-adding.ts'

/** Result of a list: how many were added and removed, and the reason for each that was refused. */
export function AddedLines({ result: { added, removed, refused, left } }: { result: AddingResult }) {
  const t = useT()
  const isGood = refused.length === 0 && left === 0
  return (
    <Notice tone={isGood ? 'good' : 'warn'} title={t('companies.many_done', { count: added })}>
      {removed > 0 && <p>{t('companies.changed.deactivate', { count: removed })}</p>}
      {left > 0 && <p>{t('companies.many_broken', { count: left })}</p>}
      {refused.length > 0 && (
        <>
          <p>{t('companies.changed_refused', { count: refused.length })}</p>
          <RefusedLines label={t('companies.many_text')} lines={refused} />
        </>
      )}
    </Notice>
  )
}
