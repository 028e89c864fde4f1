import { useState } from 'react'
import { useT } from '#web/lib/texts/i18n.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ActivityList } from './activity-list.tsx'

/** The activity log, folded; loaded when it is first unfolded. */
export function ActivityLog() {
  const t = useT()
  const [wanted, setWanted] = useState(false)
  return (
    <Disclosure summary={t('activity.title')} onToggle={open => open && setWanted(true)}>
      {wanted && <ActivityList />}
    </Disclosure>
  )
}
