import type { ReactNode } from 'react'
import { addressWith, currentLocation, navigate, useLocation } from '#web/lib/navigation/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Tabs } from '#web/ui/tabs.tsx'

type Tab = 'profile' | 'discussion'

const parameter = 'active_tab'
/** Which of the discussion's own tabs is open. */
const innerParameter = 'discussion_tab'

/** The two tabs of /nastavenia; the open one is in the address (R2.08). */
export function SettingsTabs({ children }: { children: (tab: Tab) => ReactNode }) {
  const t = useT()
  const { search } = useLocation()
  const selected = new URLSearchParams(search).get(parameter) === 'discussion' ? 'discussion' : 'profile'
  return (
    <Tabs<Tab>
      label={t('settings.tabs')}
      tabs={[
        { id: 'profile', label: t('settings.tab.profile') },
        { id: 'discussion', label: t('settings.tab.discussion') },
      ]}
      selected={selected}
      onSelect={tab => tab !== selected && navigate(addressOf(tab))}
    >
      {children(selected)}
    </Tabs>
  )
}

/** The address of a tab; other query parameters stay, the hash belongs to one tab only. */
function addressOf(tab: Tab): string {
  const query = tab === 'discussion' ? { [parameter]: tab } : { [parameter]: null, [innerParameter]: null }
  return addressWith(query, { ...currentLocation(), hash: '' })
}
