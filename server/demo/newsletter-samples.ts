import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { newsletters } from '#server/modules/newsletters/tables.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { escapeHtml } from '#server/platform/formats/escape-html.ts'
import { stories } from './newsletter-stories.ts'

type Newsletter = typeof newsletters.$inferSelect

/** /newslettre/{code}/ukazka: a sample issue, where a real publisher's content host would have one. */
export function serveNewsletterSamples(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get<{ Params: { code: string } }>(
    '/newslettre/:code/ukazka',
    { schema: { hide: true } },
    async (request, reply) => {
      const [newsletter] = await db
        .select()
        .from(newsletters)
        .where(eq(newsletters.code, request.params.code))
      if (!newsletter) throw new AppError('not_found')
      reply.header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox`,
      )
      return reply.type('text/html; charset=utf-8').send(sampleIssue(newsletter))
    },
  )
}

/** An issue as it would stand in a mailbox; the Spectator is in English. */
function sampleIssue({ category, titleSk, titleEn, descriptionSk, descriptionEn }: Newsletter): string {
  const inEnglish = category === 'spectator'
  const title = escapeHtml(inEnglish ? titleEn : titleSk)
  const description = escapeHtml(inEnglish ? descriptionEn : descriptionSk)
  const end = inEnglish
    ? 'This is a sample. Every issue ends with a link to unsubscribe.'
    : 'Toto je ukážka. Na konci každého vydania je odkaz na odhlásenie.'
  return `<!doctype html>
<html lang="${inEnglish ? 'en' : 'sk'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${style}</style></head>
<body><main>
<h1>${title}</h1>
<p class="lead">${description}</p>
${stories[category].map(story => `<section><h2>${escapeHtml(story.title)}</h2><p>${escapeHtml(story.text)}</p></section>`).join('\n')}
<p class="end">${end}</p>
</main></body>
</html>
`
}

const style = `
:root { color-scheme: light dark }
body { margin: 0; font: 17px/1.55 system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 40px 20px 64px }
h1 { font: 600 34px/1.15 Georgia, serif; margin: 0 0 8px }
h2 { font: 600 22px/1.25 Georgia, serif; margin: 0 0 8px }
section { border-top: 1px solid #8886; padding: 20px 0 }
p { margin: 0 } .lead { margin-bottom: 24px; font-size: 19px } .end { border-top: 1px solid; padding-top: 16px; font-size: 15px }`
