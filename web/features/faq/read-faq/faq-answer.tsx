import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { AnswerText } from './answer-text.tsx'
import type { Answer } from './search-faq.ts'

/** A question that unfolds its answer; `/faq#slug` is its address. */
export function FaqAnswer({ slug, question, answer }: Answer) {
  const t = useT()
  const copyAddress = async () => {
    const address = new URL(`${routes.faq.path}#${slug}`, location.origin).href
    try {
      await navigator.clipboard.writeText(address)
      showToast(t('faq.copied'))
    } catch {
      // The clipboard is not available without https or permission.
      showToast(t('faq.copy_failed', { address }), 'error')
    }
  }
  return (
    <Disclosure id={slug} summary={question}>
      <AnswerText answer={answer} />
      <Button variant="quiet" onClick={copyAddress}>
        {t('faq.copy')}
      </Button>
    </Disclosure>
  )
}
