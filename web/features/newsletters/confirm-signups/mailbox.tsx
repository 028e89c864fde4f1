import { useState } from 'react'
import { readLink } from '#contract/newsletters/mailed-links.ts'
import { listNewsletters } from '#contract/newsletters/newsletters.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Lead } from '#web/ui/lead.tsx'
import { Section } from '#web/ui/section.tsx'
import { linkRefusal } from '../link-refusal.ts'
import { ManageLinkForm } from '../request-signups/manage-link-form.tsx'
import { ConfirmSignups } from './confirm-signups.tsx'
import { MailboxNewslettersList } from './mailbox-newsletters.tsx'

/**
 * Page of a link mailed to a visitor: newsletters to confirm, then all with switches. Opening it changes
 * nothing.
 */
export function Mailbox({ token }: { token: string }) {
  const link = useEndpoint(readLink, { params: { token } })
  const catalogue = useEndpoint(listNewsletters, {})
  const [justConfirmed, setJustConfirmed] = useState(false)

  const refusal = linkRefusal(link.error)
  if (refusal !== undefined) return <LinkRefused refusal={refusal} />
  if (!link.data || !catalogue.data) {
    return <Awaited query={[link, catalogue]} shape="answer" failed="newsletter_link.loading_failed" />
  }
  const { waiting } = link.data
  const titled = catalogue.data.items.filter(each => waiting.includes(each.code))
  return titled.length > 0 ? (
    <ConfirmSignups
      token={token}
      email={link.data.email}
      waiting={titled}
      onConfirmed={() => setJustConfirmed(true)}
    />
  ) : (
    <MailboxNewslettersList
      token={token}
      mailbox={link.data}
      catalogue={catalogue.data.items}
      justConfirmed={justConfirmed}
    />
  )
}

function LinkRefused({ refusal }: { refusal: string }) {
  const t = useT()
  const sent = useState<string>()
  return (
    <>
      <Lead answer={t('newsletter_link.invalid_answer')} then={refusal} />
      <Section title={t('newsletter_link.new_title')}>
        <ManageLinkForm sent={sent} />
      </Section>
    </>
  )
}
