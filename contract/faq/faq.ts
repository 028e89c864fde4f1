import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { freeLine, Locale } from '../wire.ts'
import { actNames } from './acts.ts'

/** A question, by the address of its answer. */
const FaqQuestion = z.object({ slug: z.string(), question: z.string() })

/**
 * One answer. In its text, paragraphs are separated by an empty line, lines that begin with "- " are a list,
 * and `[words](/path)` and `[words](mailto:…)` are links.
 */
export const FaqAnswer = z.extend(FaqQuestion, {
  answer: z.string(),
  /** Other words in which readers ask the same, for the search. */
  asked: z.array(z.string()),
  /** Slugs of answers to read next. */
  related: z.array(z.string()),
  /** What its reader can do right away. */
  act: z.nullable(z.enum(actNames)),
})

const byCategory = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    categories: z.array(z.object({ code: z.string(), title: z.string(), items: z.array(item) })),
  })

export const readFaq = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/faq',
  summary: 'Frequently asked questions by category, in one language',
  tag: 'Content',
  access: 'public',
  query: z.object({ lang: Locale }),
  success: {
    status: 200,
    body: byCategory(FaqAnswer),
  },
})

export const listQuestions = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/faq-questions',
  summary:
    'The questions without their answers, a sixth of all: what is shown of them before one is unfolded',
  tag: 'Content',
  access: 'public',
  query: z.object({ lang: Locale }),
  success: {
    status: 200,
    body: byCategory(FaqQuestion),
  },
})

export const faqUseKinds = ['nothing_found', 'helped', 'not_helped'] as const

/** What is counted of the questions' use: a search that found nothing, and whether an answer helped. */
export const FaqUse = z.object({
  kind: z.enum(faqUseKinds),
  /** The words that were searched for, or the slug of the answer. */
  about: freeLine(100).check(z.minLength(1, 'required')),
})
export type FaqUse = z.infer<typeof FaqUse>

export const countFaqUse = endpoint({
  method: 'POST',
  path: '/rest/api/prv/v1/faq-uses',
  summary:
    'Counts searches that found nothing and answers that helped or did not, by day and without the reader',
  tag: 'Content',
  access: 'public',
  staysIn: 'maintenance',
  body: z.object({ lang: Locale, uses: z.array(FaqUse).check(z.minLength(1), z.maxLength(10)) }),
  success: { status: 204 },
  refusals: ['too_many_requests'],
})
