import type { EndpointOutput } from '#contract/endpoint.ts'
import type { readFaq } from '#contract/faq/faq.ts'
import { plainAnswer } from './faq-format.ts'

export type Category = EndpointOutput<typeof readFaq>['categories'][number]
export type Answer = Category['items'][number]

/**
 * Full-text search: answers with every word of a query, ignoring case, diacritics and the endings of longer
 * words (stemming): „karta“ finds „kartou“ too. Matches in the question come first.
 *
 * @param query as it was typed
 * @returns undefined when there is nothing to search for
 */
export function searchFaq(categories: readonly Category[], query: string): Answer[] | undefined {
  const stems = fold(query)
    .match(/[\p{L}\p{N}]+/gu)
    ?.map(stem)
  if (!stems) return undefined
  const holdsAll = (text: string) => stems.every(each => fold(text).includes(each))
  const all = categories.flatMap(category => category.items)
  const byQuestion = all.filter(({ question }) => holdsAll(question))
  const byAnswer = all.filter(
    item => !byQuestion.includes(item) && holdsAll(`${item.question} ${plainAnswer(item.answer)}`),
  )
  return [...byQuestion, ...byAnswer]
}

/** Normalises for comparison: lower case, without diacritics. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** A crude stem for Slovak and English; short words stay whole. */
const stem = (word: string): string => word.slice(0, word.length > 6 ? -2 : word.length > 4 ? -1 : undefined)
