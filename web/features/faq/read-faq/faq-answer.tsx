import { type ReactNode, useState } from 'react'
import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AnswerText } from './answer-text.tsx'
import styles from './faq-list.module.css'
import type { Answer, Question } from './use-faq.ts'
import { WasItHelpful } from './was-it-helpful.tsx'

type FaqAnswerProps = {
  question: Question
  related: Related
  /** Shown until its answer is here: that it is loading, or has failed. */
  coming: ReactNode
}

/** A question that unfolds its answer; `/faq#slug` is its address. */
export function FaqAnswer({ question, related, coming }: FaqAnswerProps) {
  // The one that the address names is unfolded before the browser tells so.
  const [isOpen, setOpen] = useState(() => location.hash === `#${question.slug}`)
  return (
    <Disclosure id={question.slug} summary={question.question} onToggle={setOpen}>
      {'answer' in question ? <Unfolded answer={question} related={related} /> : isOpen && coming}
    </Disclosure>
  )
}

function Unfolded({ answer: { slug, answer }, related }: { answer: Answer; related: Related }) {
  const t = useT()
  const address = new URL(addressOf(slug), location.origin).href
  return (
    <>
      <AnswerText answer={answer} />
      {related.length > 0 && (
        <div className={styles.related}>
          <p id={`related-${slug}`}>{t('faq.related')}</p>
          <ul role="list" aria-labelledby={`related-${slug}`}>
            {related.map(each => (
              <li key={each.slug}>
                <TextLink standalone href={addressOf(each.slug)}>
                  {each.question}
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      <WasItHelpful slug={slug} />
      <CopyButton value={address} copiedText={t('faq.copied')} failedText={t('faq.copy_failed', { address })}>
        {t('faq.copy')}
      </CopyButton>
    </>
  )
}

type Related = readonly Pick<Answer, 'slug' | 'question'>[]

const addressOf = (slug: string): string => `${routes.faq.path}#${slug}`
