import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

type HelpHeadingProps = {
  /** Of the page. */
  children: string
  /** What the document is called, where that says more. */
  title?: string
  /** Has replaced the control just used, so it takes the focus. */
  arrives?: boolean
}

/** Heading of a page within /faq, which names the document too: the later of two titles counts. */
export function HelpHeading({ children, title = children, arrives = false }: HelpHeadingProps) {
  const t = useT()
  return (
    <>
      <title>{`${title.replace(/\.$/, '')} - ${t('site.name')}`}</title>
      <Heading level={1} look="answer" arrives={arrives}>
        {children}
      </Heading>
    </>
  )
}
