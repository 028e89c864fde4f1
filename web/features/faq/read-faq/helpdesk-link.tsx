import type { ReactNode } from 'react'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Renders `<email>` of a message as a link to the helpdesk. */
export const helpdeskLink = {
  email: (words: ReactNode) => <TextLink href={`mailto:${runtimeConfig().helpdesk_email}`}>{words}</TextLink>,
}
