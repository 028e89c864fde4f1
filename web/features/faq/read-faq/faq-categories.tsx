import type { ReactNode } from 'react'
import { useT } from '#web/lib/texts/i18n.ts'
import { Section } from '#web/ui/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { FaqAnswer } from './faq-answer.tsx'
import styles from './faq-list.module.css'
import type { Question, Questions } from './use-faq.ts'

/** All questions by category, with links to the categories. @param props.coming in place of an answer that is not here */
export function FaqCategories({ categories, coming }: { categories: Questions; coming: ReactNode }) {
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
          <FaqAnswers items={items} of={categories} coming={coming} />
        </Section>
      ))}
    </>
  )
}

type FaqAnswersProps = { items: readonly Question[]; of: Questions; coming?: ReactNode }

/** Questions one below the other. @param props.of all answers, for links to related ones */
export function FaqAnswers({ items, of, coming }: FaqAnswersProps) {
  const all = of.flatMap(category => category.items)
  return items.map(answer => (
    <FaqAnswer
      key={answer.slug}
      question={answer}
      coming={coming}
      related={
        'related' in answer ? answer.related.flatMap(slug => all.find(each => each.slug === slug) ?? []) : []
      }
    />
  ))
}

/** A prefix, so that ids of categories and answers never collide. */
const sectionId = (code: string): string => `category-${code}`
