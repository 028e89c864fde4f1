import type { ReactNode } from 'react'
import { useT } from '#web/lib/texts/i18n.ts'
import { Section } from '#web/ui/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { FaqAnswer } from './faq-answer.tsx'
import styles from './faq-list.module.css'
import type { Question, Questions } from './questions.ts'

/** What a question unfolds. */
type Unfold = (question: Question) => ReactNode

/** All questions by category, with links to the categories. */
export function FaqCategories({ categories, unfold }: { categories: Questions; unfold: Unfold }) {
  const t = useT()
  return (
    <>
      <nav aria-label={t('faq.categories')}>
        <ul role="list" className={styles.categories}>
          {categories.map(({ code, title }) => (
            <li key={code}>
              <TextLink standalone href={`#${sectionId(code)}`}>
                {title}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      {categories.map(({ code, title, items }) => (
        <Section key={code} id={sectionId(code)} title={title}>
          <FaqAnswers items={items} unfold={unfold} />
        </Section>
      ))}
    </>
  )
}

/** Questions one below the other. */
export function FaqAnswers({ items, unfold }: { items: readonly Question[]; unfold: Unfold }) {
  return items.map(question => (
    <FaqAnswer key={question.slug} question={question}>
      {unfold(question)}
    </FaqAnswer>
  ))
}

/** A prefix, so that ids of categories and answers never collide. */
const sectionId = (code: string): string => `category-${code}`
