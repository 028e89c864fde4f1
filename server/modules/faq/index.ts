/**
 * Frequently asked questions: owns their text in both languages and its order. What the product does is written
 * elsewhere; here is only how it is explained.
 */
import { asc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import { readFaq as endpoint } from '#contract/faq/faq.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { faqAnswers, faqCategories } from './tables.ts'

export function registerFaq(app: FastifyInstance, deps: Deps): void {
  route(app, endpoint, ({ query, reply }) => {
    // The same for everybody, and seldom changed.
    reply.header('cache-control', 'public, max-age=300')
    return readFaq(deps, query.lang)
  })
}

async function readFaq({ db }: Pick<Deps, 'db'>, locale: Locale): Promise<EndpointAnswer<typeof endpoint>> {
  const categories = await db.select().from(faqCategories).orderBy(asc(faqCategories.order))
  const answers = await db.select().from(faqAnswers).orderBy(asc(faqAnswers.order))
  const inSlovak = locale === 'sk'
  return {
    categories: categories.map(category => ({
      code: category.code,
      title: inSlovak ? category.titleSk : category.titleEn,
      items: answers
        .filter(each => each.categoryCode === category.code)
        .map(each => ({
          slug: each.slug,
          question: inSlovak ? each.questionSk : each.questionEn,
          answer: inSlovak ? each.answerSk : each.answerEn,
        })),
    })),
  }
}
