import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { decideChange, listChanges } from '#server/modules/forum/index.ts'
import type { Deps } from '#server/platform/deps.ts'

const Id = z.object({ id: z.coerce.number().int().positive() })
const Decided = z.object({
  decision: z.enum(['approved', 'declined']),
  reason: z.object({ sk: z.string(), en: z.string() }).optional(),
})

/** Default reason of the demo's publisher for declining a change request. */
const usualReason = {
  sk: 'Nevyhovuje pravidlám diskusií',
  en: 'It does not follow the rules of discussions',
}

/**
 * The desk that decides on nicknames and blogs in the demo. GET /demo/forum-changes.json lists pending requests; POST
 * /demo/forum-changes/{id} `{"decision": "approved" | "declined", "reason"?: {"sk", "en"}}` decides.
 */
export function serveForumChanges(app: FastifyInstance, deps: Deps): void {
  app.get('/demo/forum-changes.json', { schema: { tags: ['Demo'] } }, async () => ({
    items: (await listChanges(deps.db, { state: 'requested', limit: 100 })).map(({ id, kind, value }) => ({
      id,
      kind,
      value,
    })),
  }))

  app.post(
    '/demo/forum-changes/:id',
    { schema: { params: Id, body: Decided, tags: ['Demo'] } },
    async request => {
      // The route's schemas have validated both.
      const { id } = request.params as z.output<typeof Id>
      const { decision, reason } = request.body as z.output<typeof Decided>
      await decideChange(
        deps,
        id,
        decision === 'approved' ? { decision } : { decision, reason: reason ?? usualReason },
      )
      return { decided: decision }
    },
  )
}
