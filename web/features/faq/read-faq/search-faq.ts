import type { EndpointOutput } from '#contract/endpoint.ts'
import type { readFaq } from '#contract/faq/faq.ts'
import { plainAnswer } from './faq-format.ts'

export type Category = EndpointOutput<typeof readFaq>['categories'][number]

/**
 * Finds the answers that hold every word of a query, whatever its case and diacritics, and whatever the ending
 * of a longer word: „karta“ finds „kartou“ too. Categories keep their order; within one, answers whose question
 * holds the words come first.
 *
 * @param query as it was typed; an empty one finds everything
 * @returns categories in which something was found
 */
export function searchFaq(categories: readonly Category[], query: string): Category[] {
  const stems =
    fold(query)
      .match(/[\p{L}\p{N}]+/gu)
      ?.map(stem) ?? []
  if (stems.length === 0) return [...categories]
  const holdsAll = (text: string) => stems.every(each => fold(text).includes(each))
  return categories.flatMap(category => {
    const byQuestion = category.items.filter(({ question }) => holdsAll(question))
    const byAnswer = category.items.filter(
      item => !byQuestion.includes(item) && holdsAll(`${item.question} ${plainAnswer(item.answer)}`),
    )
    const items = [...byQuestion, ...byAnswer]
    return items.length === 0 ? [] : [{ ...category, items }]
  })
}

/** A text as it is compared: lower case, without diacritics, spaces alike. */
const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ')

/** A word without what Slovak and English endings change; short words stay whole. */
const stem = (word: string): string => word.slice(0, word.length > 6 ? -2 : word.length > 4 ? -1 : undefined)
