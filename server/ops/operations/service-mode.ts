import * as z from 'zod'
import { ServiceMode } from '#contract/config/service-mode.ts'
import {
  endServiceMode,
  readServiceMode,
  type SetMode,
  setServiceMode,
} from '#server/modules/service-mode/index.ts'
import { Instant } from '../fields.ts'
import { defineRead, defineWrite, refusal } from '../operation.ts'

const Mode = z.enum(ServiceMode.options)
const ModeView = z
  .object({ name: Mode, since: Instant, until: Instant.nullable() })
  .nullable()
  .describe('null while everything is open')
const Note = z.string().trim().min(3).max(300).describe('why, for the audit log')
const target = 'service mode'
/** A mistyped year would close the product for good. */
const longestDays = 366

/** Closing the product for readers, and opening it. */
export const serviceModeOperations = [
  defineRead({
    name: 'mode show',
    summary: 'Tells whether readers can change anything: the mode that holds now.',
    http: { method: 'GET', path: '/mode' },
    scope: 'mode:read',
    input: z.object({}),
    output: z.object({ mode: ModeView }),
    run: async deps => ({ answer: { mode: describe(await readServiceMode(deps)) }, target }),
  }),

  defineWrite({
    name: 'mode set',
    summary:
      'Closes for readers what would write (read_only), or the account area (maintenance), on all servers within seconds; sign-in, questions and help stay. No renewal is charged and no account erased meanwhile.',
    http: { method: 'PUT', path: '/mode' },
    scope: 'mode:write',
    input: z.object({
      name: Mode.describe('the mode'),
      until: Instant.nullable()
        .default(null)
        .describe('when it ends by itself, e.g. 2027-06-01T04:00:00Z; until “mode end” when not given'),
      note: Note,
    }),
    output: z.object({ mode: ModeView }),
    positional: ['name'],
    run: async ({ tx, clock }, { name, until, note }) => {
      const since = clock.now()
      const end = until === null ? null : Temporal.Instant.from(until)
      const last = since.add({ hours: 24 * longestDays })
      if (end && Temporal.Instant.compare(end, since) <= 0) throw refusal('Choose an end to come.', 'until')
      if (end && Temporal.Instant.compare(end, last) > 0) {
        throw refusal(`Choose an end within ${longestDays} days, or none.`, 'until')
      }
      const before = describe(await readServiceMode({ db: tx, clock }))
      await setServiceMode(tx, { name, since, until: end })
      const mode = describe({ name, since, until: end })
      return { answer: { mode }, target, before, after: { ...mode, note } }
    },
  }),

  defineWrite({
    name: 'mode end',
    summary: 'Opens everything for readers, on all servers within seconds.',
    http: { method: 'POST', path: '/mode/end' },
    scope: 'mode:write',
    input: z.object({ note: Note }),
    output: z.object({ mode: ModeView }),
    run: async ({ tx, clock }, { note }) => {
      const before = describe(await readServiceMode({ db: tx, clock }))
      await endServiceMode(tx)
      return { answer: { mode: null }, target, before, after: { note } }
    },
  }),
]

const describe = (mode: SetMode | undefined) =>
  mode ? { name: mode.name, since: mode.since.toString(), until: mode.until?.toString() ?? null } : null
