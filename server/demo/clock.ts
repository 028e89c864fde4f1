import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { MovableClock } from '#server/platform/clock.ts'

const Move = z.union([
  z.strictObject({
    advance: z.string().transform((text, context) => {
      try {
        return Temporal.Duration.from(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'invalid_input' })
        return z.NEVER
      }
    }),
  }),
  z.strictObject({ reset: z.literal(true) }),
])

/**
 * POST /demo/clock `{"advance": "P1M"}` moves the demo's clock by a calendar length (a negative one moves it
 * back), `{"reset": true}` returns it to the machine's. Every process obeys.
 */
export function serveClock(app: FastifyInstance, clock: MovableClock): void {
  app.post('/demo/clock', { schema: { body: Move, tags: ['Demo'] } }, async request => {
    // The route's schema has validated and converted the body.
    const move = request.body as z.output<typeof Move>
    const now = 'reset' in move ? await clock.reset() : await clock.advance(move.advance)
    return { now: now.toString() }
  })
}
