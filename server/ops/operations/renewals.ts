import * as z from 'zod'
import { holdRenewals, readHold, releaseRenewals } from '#server/modules/subscriptions/index.ts'
import { Instant } from '../fields.ts'
import { defineRead, defineWrite } from '../operation.ts'

const HoldView = z.object({
  held_at: Instant,
  missed: z.int().nullable().describe('how many were missed, at least; null when a person held them'),
  released_at: Instant.nullable(),
})
type Hold = Awaited<ReturnType<typeof holdRenewals>>

/** Charging of renewals as a whole: its state, and holding it. */
export const renewalOperations = [
  defineRead({
    name: 'renewals show',
    summary: 'Tells whether renewals are charged or held, and how many are due.',
    http: { method: 'GET', path: '/renewals' },
    scope: 'renewals:read',
    input: z.object({}),
    output: z.object({
      hold: HoldView.nullable().describe('null while renewals are charged'),
      closed: z.boolean().describe('none is charged, since staff have set a service mode: see “mode show”'),
      due: z.int().describe('those whose charge is due'),
      missed: z.int().describe('those due for more than 48 hours, since they were last released'),
      limit: z.int().describe('of these, more than so many hold them all'),
    }),
    run: async ({ db, clock, settings }) => {
      const { hold, due, missed, isClosed: closed } = await readHold(db, { clock })
      const limit = settings.overdueRenewalsLimit
      return { answer: { hold: hold && describe(hold), closed, due, missed, limit }, target: 'renewals' }
    },
  }),

  defineWrite({
    name: 'renewals hold',
    summary: 'Charges no renewal from now on, on any machine; what is at the gateway already is settled.',
    http: { method: 'POST', path: '/renewals/hold' },
    scope: 'renewals:write',
    input: z.object({ note: z.string().trim().min(3).max(300).describe('why, for the audit log') }),
    output: HoldView,
    run: async ({ tx, clock }, { note }) => {
      const held = describe(await holdRenewals(tx, { clock }))
      return { answer: held, target: 'renewals', before: null, after: { ...held, note } }
    },
  }),

  defineWrite({
    name: 'renewals release',
    summary: 'Lets renewals be charged again, with those that were missed: look at "renewals show" first.',
    http: { method: 'POST', path: '/renewals/release' },
    scope: 'renewals:write',
    input: z.object({ note: z.string().trim().min(3).max(300).describe('why, for the audit log') }),
    output: HoldView,
    run: async ({ tx, clock }, { note }) => {
      const { before, after } = await releaseRenewals(tx, { clock })
      const released = describe(after)
      return {
        answer: released,
        target: 'renewals',
        before: describe(before),
        after: { ...released, note },
      }
    },
  }),
]

const describe = ({ heldAt, missed, releasedAt }: Hold) => ({
  held_at: heldAt.toString(),
  missed,
  released_at: releasedAt?.toString() ?? null,
})
