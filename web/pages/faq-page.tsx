import { lazy } from 'react'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { FaqList } from '#web/features/faq/read-faq/faq-list.tsx'
import { helpParameters } from '#web/lib/contact-address.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Heading } from '#web/ui/heading.tsx'

const HelpPages = lazy(async () => {
  const [module] = await Promise.all([import('./help-pages.tsx'), addPagePart('help')])
  return module
})

/** /faq: frequently asked questions, open to everybody (R2.10); by its query the contact form (decision 078). */
export default function FaqPage() {
  const t = useT()
  const query = new URLSearchParams(useLocation().search)
  if (Object.values(helpParameters).some(name => query.has(name))) {
    return (
      <ErrorBoundary fallback={offerReload}>
        <HelpPages query={query} />
      </ErrorBoundary>
    )
  }
  return (
    <>
      <Heading level={1} look="answer">
        {t('main.faq_title')}
      </Heading>
      <FaqList />
    </>
  )
}
