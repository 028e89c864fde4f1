import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { projectRoot } from '#server/platform/process/project-root.ts'

export const demoPassword = 'Heslo-1234'

const Readers = z.array(
  z.object({
    situation: z.string(),
    email: z.string(),
    name: z.string(),
    note: z.object({ sk: z.string(), en: z.string() }),
  }),
)

/** The readers of the demo publisher, one a situation, as its files name them. */
export const demoReaders = (): z.infer<typeof Readers> =>
  Readers.parse(JSON.parse(readFileSync(join(projectRoot, 'demo/readers.json'), 'utf8')))

/** GET /demo/readers.json: whom to sign in as. */
export function serveReaders(app: FastifyInstance): void {
  app.get('/demo/readers.json', { schema: { tags: ['Demo'] } }, async () => ({
    items: demoReaders().map(({ situation, email, name }) => ({
      situation,
      name,
      email,
      password: demoPassword,
    })),
  }))
}
