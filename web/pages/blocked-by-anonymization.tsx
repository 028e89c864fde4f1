import type { ReactNode } from 'react'
import { readUser } from '#contract/identity/identity.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'

/**
 * Wraps forms that change the account: while it is waiting for its deletion, changes are refused, so a sentence is shown
 * instead; the notice on top keeps the account. If the reader could not be loaded, the form is shown.
 *
 * @param instead shown in place of the sentence of the settings
 */
export function BlockedByAnonymization({ children, instead }: { children: ReactNode; instead?: ReactNode }) {
  const t = useT()
  const { data: user } = useEndpoint(readUser, { params: useOwnParams() })
  if (!user?.anonymization) return children
  return instead ?? <p>{t('privacy.closed')}</p>
}
