import { asc } from 'drizzle-orm'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { readFaq as endpoint } from '#contract/faq/faq.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { faqAnswers, faqCategories } from './tables.ts'

/** All questions with their answers in one language, by category, in the publisher's order. */
export async function readFaq(
  { db }: Pick<Deps, 'db'>,
  locale: Locale,
): Promise<EndpointAnswer<typeof endpoint>> {
  const categories = await db.select().from(faqCategories).orderBy(asc(faqCategories.order))
  const answers = await db.select().from(faqAnswers).orderBy(asc(faqAnswers.order))
  return {
    categories: categories.map(category => ({
      code: category.code,
      title: localized(category, 'title', locale),
      items: answers
        .filter(each => each.categoryCode === category.code)
        .map(each => ({
          slug: each.slug,
          question: localized(each, 'question', locale),
          answer: localized(each, 'answer', locale),
          asked: localized(each, 'asked', locale),
          related: each.related,
          act: each.act,
        })),
    })),
  }
}
