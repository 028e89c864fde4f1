import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { listQuestions as endpoint } from '#contract/faq/faq.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readFaq } from './read-faq.ts'

/** All questions in one language, as `readFaq` gives them, without their answers. */
export async function listQuestions(
  deps: Pick<Deps, 'db'>,
  locale: Locale,
): Promise<EndpointAnswer<typeof endpoint>> {
  const { categories } = await readFaq(deps, locale)
  return {
    categories: categories.map(({ code, title, items }) => ({
      code,
      title,
      items: items.map(({ slug, question }) => ({ slug, question })),
    })),
  }
}
