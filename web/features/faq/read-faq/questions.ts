import type { EndpointOutput } from '#contract/endpoint.ts'
import type { readFaq } from '#contract/faq/faq.ts'

export type Category = EndpointOutput<typeof readFaq>['categories'][number]
export type Answer = Category['items'][number]
/** An answer, or the question alone as long as its answer is on its way. */
export type Question = Answer | Pick<Answer, 'slug' | 'question'>
export type Questions = readonly { code: string; title: string; items: readonly Question[] }[]
