import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type DataArchive, readDataArchive, requestDataArchive } from '#contract/privacy/data-archive.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { openDocument } from '#web/lib/call/open-document.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatDate, formatSize, formatTime } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import styles from './data-archive-part.module.css'

/** How often it is asked whether an archive is made, in milliseconds. */
const askEveryMs = 3000

/** The archive of everything that is held about the reader (R13.04): requested, being made, downloaded while it lives. */
export function DataArchivePart() {
  const t = useT()
  const params = useOwnParams()
  const options = readOptions(readDataArchive, { params })
  const place = useRef<HTMLDivElement>(null)
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? askEveryMs : false),
  })
  const asking = useSubmission([], async () => {
    replaceRead(readDataArchive, { params }, await call(requestDataArchive, { params }))
    // The pressed button is gone.
    leadFocus(place.current)
  })
  const { data } = query
  if (!data) return <Awaited query={query} shape="text" />
  const { state } = data
  return (
    <div ref={place} tabIndex={-1} className={styles.part}>
      <p>{t('data_archive.lead')}</p>
      <State archive={data} />
      <Problems texts={asking.problems} />
      {state === 'making' && <div className={styles.coming} />}
      {state === 'ready' && (
        <Actions>
          <ButtonLink href={data.url} onClick={openDocument}>
            {t('data_archive.download', { size: formatSize(data.bytes) })}
          </ButtonLink>
        </Actions>
      )}
      {(state === 'none' || state === 'failed' || state === 'gone') && (
        <Actions>
          <Button busy={asking.busy} onClick={asking.onSubmit}>
            {t(state === 'none' ? 'data_archive.ask' : 'data_archive.ask_again')}
          </Button>
        </Actions>
      )}
    </div>
  )
}

function State({ archive }: { archive: DataArchive }) {
  const t = useT()
  if (archive.state === 'none') return null
  if (archive.state === 'making') {
    return (
      <Notice tone="info" title={t('data_archive.making_title')}>
        {t('data_archive.making_text')}
      </Notice>
    )
  }
  if (archive.state === 'failed') {
    return (
      <Notice tone="error" title={t('data_archive.failed_title')}>
        {t('data_archive.failed_text')}
      </Notice>
    )
  }
  const end = { date: formatDate(archive.expires_at), time: formatTime(archive.expires_at) }
  if (archive.state === 'gone') return <p>{t('data_archive.gone', end)}</p>
  return (
    <Notice tone="good" title={t('data_archive.ready_title')}>
      {t('data_archive.ready_text', end)}
    </Notice>
  )
}
