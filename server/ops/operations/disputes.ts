import * as z from 'zod'
import { listDisputes } from '#server/modules/payments/index.ts'
import { disputes } from '#server/modules/payments/tables.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Id, Instant } from '../fields.ts'
import { defineRead } from '../operation.ts'

const State = z.enum(disputes.state.enumValues)

export const disputeOperations = [
  defineRead({
    name: 'disputes list',
    summary:
      'Lists disputes (chargebacks), newest first, with the last day to answer in the gateway’s dashboard.',
    http: { method: 'GET', path: '/disputes' },
    scope: 'payments:read',
    input: z.object({
      state: State.optional(),
      limit: z.int().min(1).max(500).default(50).describe('most disputes'),
      before: Id.optional().describe('only disputes older than the one with this id'),
    }),
    output: z.object({
      items: z.array(
        z.object({
          id: Id,
          payment_id: Id,
          reader: z.object({ id: Id, email: z.string() }),
          gateway_reference: z.string(),
          reason: z.string().describe('the card network’s'),
          amount_cents: z.int(),
          state: State,
          respond_by: Instant.nullable().describe('null where no answer is allowed'),
          opened_at: Instant,
          closed_at: Instant.nullable(),
        }),
      ),
    }),
    run: async ({ db }, wanted) => {
      const rows = await listDisputes(db, wanted)
      const items = rows.map(({ dispute, reader }) => ({ ...inSnakeCase(dispute), reader }))
      return { answer: { items }, target: 'disputes' }
    },
  }),
]
