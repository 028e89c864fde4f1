import * as z from 'zod'
import { faqUseKinds } from '#contract/faq/faq.ts'
import { Locale } from '#contract/wire.ts'
import { listFaqUses } from '#server/modules/faq/index.ts'
import { defineRead } from '../operation.ts'

export const faqOperations = [
  defineRead({
    name: 'faq uses',
    summary:
      'Tells what was searched for in vain among the frequently asked questions, and which answers helped or did not.',
    http: { method: 'GET', path: '/faq-uses' },
    scope: 'faq:read',
    input: z.object({
      days: z.int().min(1).max(30).default(30).describe('so many last days, today included'),
      limit: z.int().min(1).max(1000).default(100).describe('most rows, the most frequent first'),
    }),
    output: z.object({
      items: z.array(
        z.object({
          locale: z.enum(Locale.options),
          kind: z.enum(faqUseKinds),
          about: z.string().describe('the words that were searched for, or the slug of the answer'),
          times: z.int(),
        }),
      ),
    }),
    run: async (deps, input) => ({ answer: { items: await listFaqUses(deps, input) } }),
  }),
]
