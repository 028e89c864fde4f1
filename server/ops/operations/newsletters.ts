import * as z from 'zod'
import {
  addNewsletter,
  changeNewsletter,
  countSignups,
  findCatalogue,
  type NewsletterRow,
} from '#server/modules/newsletters/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { defineRead, defineWrite, refusal } from '../operation.ts'

const categories = ['sme', 'my', 'korzar', 'closer', 'sportnet', 'spectator'] as const
const Code = z
  .string()
  .regex(/^[a-z\d-]{1,60}$/)
  .describe('its name in addresses: small letters without accents, digits and dashes')
const text = (length: number, what: string) => z.string().trim().min(1).max(length).describe(what)

const fields = {
  category: z.enum(categories),
  title_sk: text(80, 'its name in Slovak'),
  title_en: text(80, 'its name in English'),
  description_sk: text(400, 'what is in it, in Slovak'),
  description_en: text(400, 'what is in it, in English'),
  frequency_sk: text(80, 'when it comes, in Slovak, e.g. každý deň'),
  frequency_en: text(80, 'when it comes, in English'),
  sample_path: z
    .string()
    .regex(/^\/[\w/.-]+$/)
    .nullable()
    .describe('path of a sample on the content host, e.g. /ukazky/vyber.html'),
  locked: z.boolean().describe('only for those who have a subscription'),
  order: z.int().min(0).max(1_000_000).describe('its place in the catalogue'),
}

const { sample_path: samplePath, locked, order, ...needed } = fields
const added = {
  ...needed,
  sample_path: samplePath.optional(),
  locked: locked.default(false),
  order: order.default(0),
}
const Described = z.object(fields)

const Kept = z.object({ code: z.string(), ...fields })
const Counted = Kept.extend({
  signed_up: z.int().describe('mailboxes to which it goes'),
  snoozed: z.int().describe('signed up, and nothing is sent for now'),
  signed_off: z.int(),
})

/** The catalogue of newsletters, and to how many mailboxes each goes. Issues are written and sent elsewhere. */
export const newsletterOperations = [
  defineRead({
    name: 'newsletters list',
    summary: 'Lists the catalogue in its order, with how many mailboxes get each newsletter.',
    http: { method: 'GET', path: '/newsletters' },
    scope: 'newsletters:read',
    input: z.object({}),
    output: z.object({ items: z.array(Counted) }),
    run: async ({ db, clock }) => {
      const counts = await countSignups(db, clock.now())
      const items = (await findCatalogue(db)).map(row => {
        const { on, snoozed, off } = counts.get(row.code) ?? { on: 0, snoozed: 0, off: 0 }
        return { ...toKept(row), signed_up: on, snoozed, signed_off: off }
      })
      return { answer: { items } }
    },
  }),

  defineWrite({
    name: 'newsletters add',
    summary: 'Puts a newsletter into the catalogue; readers see it at once.',
    http: { method: 'POST', path: '/newsletters' },
    scope: 'newsletters:write',
    input: z.object({ code: Code, ...added }),
    output: Kept,
    run: async ({ tx }, { code, ...input }) => {
      const described = toText(Described.parse({ sample_path: null, ...input }))
      const row = await addNewsletter(tx, { code, ...described })
      if (!row)
        throw refusal(
          `There is a newsletter ${code} already: choose another code, or change that one.`,
          'code',
        )
      return { answer: toKept(row), target: `newsletter ${code}`, before: null, after: toKept(row) }
    },
  }),

  defineWrite({
    name: 'newsletters change',
    summary: 'Changes what the catalogue says of a newsletter; who gets it stays as it was.',
    http: { method: 'PATCH', path: '/newsletters/:code' },
    scope: 'newsletters:write',
    refusals: ['not_found'],
    input: z.object({ code: Code, ...Described.partial().shape }),
    output: Kept,
    run: async ({ tx }, { code, ...changes }) => {
      const { before, after } = await change(tx, code, changes)
      return {
        answer: toKept(after),
        target: `newsletter ${code}`,
        before: toKept(before),
        after: toKept(after),
      }
    },
  }),
]

async function change(tx: Tx, code: string, changes: object) {
  try {
    // Merged with the present state, so that missing fields stay as they are.
    return await changeNewsletter(tx, code, before =>
      toText(Described.parse({ ...toKept(before), ...changes })),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError({ key: 'not_found', field: 'code', message: `There is no newsletter ${code}.` })
  }
}

const toText = (given: z.output<typeof Described>) => ({
  category: given.category,
  order: given.order,
  titleSk: given.title_sk,
  titleEn: given.title_en,
  descriptionSk: given.description_sk,
  descriptionEn: given.description_en,
  frequencySk: given.frequency_sk,
  frequencyEn: given.frequency_en,
  samplePath: given.sample_path,
  locked: given.locked,
})

const toKept = (row: NewsletterRow) => Kept.parse(inSnakeCase(row))
