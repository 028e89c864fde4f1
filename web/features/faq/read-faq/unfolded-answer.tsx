import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AnswerText } from './answer-text.tsx'
import styles from './faq-list.module.css'
import type { Answer, Category } from './questions.ts'
import { WasItHelpful } from './was-it-helpful.tsx'

type UnfoldedAnswerProps = { answer: Answer; categories: readonly Category[] }

/** An answer with related ones and its address. @param props.categories all answers, for the related ones' questions */
export function UnfoldedAnswer({ answer: { slug, answer, related }, categories }: UnfoldedAnswerProps) {
  const t = useT()
  const address = new URL(addressOf(slug), location.origin).href
  const all = categories.flatMap(category => category.items)
  const relatedAnswers = related.flatMap(each => all.find(one => one.slug === each) ?? [])
  return (
    <>
      <AnswerText answer={answer} />
      {relatedAnswers.length > 0 && (
        <div className={styles.related}>
          <p id={`related-${slug}`}>{t('faq.related')}</p>
          <ul role="list" aria-labelledby={`related-${slug}`}>
            {relatedAnswers.map(each => (
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

const addressOf = (slug: string): string => `${routes.faq.path}#${slug}`
