import type { ReactNode } from 'react'
import { StartRecurrence } from '#web/features/recurrence/start-recurrence/start-recurrence.tsx'
import { StopRecurrence } from '#web/features/recurrence/stop-recurrence/stop-recurrence.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

/** /predplatne/vypnut-obnovovanie (R4.07). */
export function StopRecurrencePage() {
  const t = useT()
  return <PageWithTitle title={t('main.stop_recurrence_title')} content={<StopRecurrence />} />
}

/** /predplatne/zapnut-obnovovanie (R4.06). */
export function StartRecurrencePage() {
  const t = useT()
  return <PageWithTitle title={t('main.start_recurrence_title')} content={<StartRecurrence />} />
}

function PageWithTitle({ title, content }: { title: string; content: ReactNode }) {
  return (
    <>
      <Heading level={1} look="label">
        {title}
      </Heading>
      {content}
    </>
  )
}
