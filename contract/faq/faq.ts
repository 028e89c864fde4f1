import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Locale } from '../wire.ts'

/**
 * One answer. In its text, paragraphs are separated by an empty line, lines that begin with "- " are a list,
 * and `[words](/path)` and `[words](mailto:…)` are links.
 */
export const FaqAnswer = z.object({ slug: z.string(), question: z.string(), answer: z.string() })

export const readFaq = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/faq',
  summary: 'Frequently asked questions by category, in one language',
  tag: 'Content',
  access: 'public',
  query: z.object({ lang: Locale }),
  success: {
    status: 200,
    body: z.object({
      categories: z.array(z.object({ code: z.string(), title: z.string(), items: z.array(FaqAnswer) })),
    }),
  },
})
