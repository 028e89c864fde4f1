import type { ReactNode } from 'react'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Link to the form that mails a link for a new password; also for readers without one. */
export function ForgottenPasswordLink({ children }: { children: ReactNode }) {
  return <TextLink href={`${runtimeConfig().login_url}/forgotten-password`}>{children}</TextLink>
}

/** The same for the tag `<link>` in a message. */
export const forgottenPasswordTag = {
  link: (words: ReactNode) => <ForgottenPasswordLink>{words}</ForgottenPasswordLink>,
}
