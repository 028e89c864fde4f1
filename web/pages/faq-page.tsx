import { FaqList } from '#web/features/faq/read-faq/faq-list.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

/** /faq: frequently asked questions, open to everybody (R2.10). */
export default function FaqPage() {
  const t = useT()
  return (
    <>
      <Heading level={1} look="answer">
        {t('main.faq_title')}
      </Heading>
      <FaqList />
    </>
  )
}
