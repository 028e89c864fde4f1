import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { projectRoot } from '#server/platform/process/project-root.ts'

const Codes = z.array(z.object({ situation: z.string(), code: z.string() }))

/** GET /demo/codes.json: the demo publisher's activation codes, one a situation, as its file names them. */
export function serveCodes(app: FastifyInstance): void {
  app.get('/demo/codes.json', { schema: { tags: ['Demo'] } }, async () => ({
    items: Codes.parse(JSON.parse(readFileSync(join(projectRoot, 'demo/coupons.json'), 'utf8'))),
  }))
}
