import MiniSearch from 'minisearch'
import type { Locale } from '#contract/wire.ts'
import { plainAnswer } from './faq-format.ts'
import type { Answer, Category } from './questions.ts'
import { stemsOf } from './stem.ts'

/** Answers to a question, the best first; undefined when there is nothing to search for. */
export type FaqSearch = (query: string) => Answer[] | undefined

/** Weights of the fields: a question in the reader's own words says more than a word within an answer. */
const boost = { asked: 4, question: 3, answer: 1 }

/** What an answer gains that is asked for in the very same words. */
const sameWords = 2

/** Answers that fit so much worse than the best one are left out. */
const leastShare = 0.15

/**
 * Indexes the answers for the search (R13.07): any word may fit, in any form, by its beginning or with a typing error;
 * the more and the rarer of them fit, the better (BM25).
 *
 * @param locale of the answers
 */
export function createFaqSearch(categories: readonly Category[], locale: Locale): FaqSearch {
  const answers = new Map(categories.flatMap(({ items }) => items).map(each => [each.slug, each]))
  const phrase = (text: string) => stemsOf(text, locale).join(' ')
  const index = new MiniSearch({
    idField: 'slug',
    fields: Object.keys(boost),
    tokenize: text => stemsOf(text, locale),
    processTerm: term => term,
    searchOptions: {
      boost,
      prefix: term => term.length > 2,
      fuzzy: term => (term.length > 7 ? 2 : term.length > 4 ? 1 : false),
      bm25: { k: 1.2, b: 0.3, d: 0.5 },
    },
  })
  for (const { slug, asked, question, answer } of answers.values()) {
    index.add({ slug, asked: asked.join(' '), question, answer: plainAnswer(answer) })
  }
  return query => {
    const wanted = phrase(query)
    if (wanted === '') return undefined
    const isSame = (slug: string) => answers.get(slug)?.asked.some(each => phrase(each) === wanted)
    const found = index.search(query, { boostDocument: slug => (isSame(slug) ? sameWords : 1) })
    const least = (found[0]?.score ?? 0) * leastShare
    return found.flatMap(({ id, score }) => (score < least ? [] : (answers.get(id) ?? [])))
  }
}
