import { startTransition, useEffect, useState } from 'react'
import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Section } from '#web/ui/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { FaqAnswer } from './faq-answer.tsx'
import styles from './faq-list.module.css'
import type { Answer, Category } from './search-faq.ts'

/** All questions by category, with links to the categories. */
export function FaqCategories({ categories }: { categories: readonly Category[] }) {
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
          <FaqAnswers items={items} of={categories} />
        </Section>
      ))}
    </>
  )
}

/** Questions one below the other. @param props.of all answers, for links to related ones */
export function FaqAnswers({ items, of }: { items: readonly Answer[]; of: readonly Category[] }) {
  const all = of.flatMap(category => category.items)
  const isPainted = useIsPainted()
  return items.map(answer => (
    <FaqAnswer
      key={answer.slug}
      answer={answer}
      // To lay 80 answers out takes a phone long; the one that is asked for unfolds at once.
      folded={!isPainted && location.hash === ''}
      related={answer.related.flatMap(slug => all.find(each => each.slug === slug) ?? [])}
    />
  ))
}

let hasPainted = false
/** Hook: whether the first page has been painted; on every page after it, at once. */
function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(hasPainted)
  useEffect(() => {
    void afterFirstPaint().then(() => {
      hasPainted = true
      startTransition(() => setIsPainted(true))
    })
  }, [])
  return isPainted
}

/** A prefix, so that ids of categories and answers never collide. */
const sectionId = (code: string): string => `category-${code}`
