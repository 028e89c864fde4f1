import * as z from 'zod'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import {
  endKnownTrouble,
  listKnownTroubles,
  setKnownTrouble,
  type Trouble,
} from '#server/modules/known-troubles/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { Instant } from '../fields.ts'
import { defineRead, defineWrite, refusal } from '../operation.ts'

const Code = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)
  .describe('your own name of the trouble: small letters, digits and dashes')
const line = (most: number) => z.string().trim().min(1).max(most)
const fields = {
  title_sk: line(120),
  title_en: line(120),
  text_sk: line(500),
  text_en: line(500),
  link: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  access: z.array(z.enum(AccessFlag.options)).default([]),
  until: Instant.nullable().default(null),
}
const KnownTrouble = z.object({ code: z.string(), ...fields, since: Instant })

export const knownTroubleOperations = [
  defineRead({
    name: 'troubles list',
    summary: 'Lists the known troubles that readers are told of at present.',
    http: { method: 'GET', path: '/known-troubles' },
    scope: 'troubles:read',
    input: z.object({}),
    output: z.object({ items: z.array(KnownTrouble) }),
    run: async deps => ({ answer: { items: (await listKnownTroubles(deps)).map(describe) } }),
  }),

  defineWrite({
    name: 'troubles set',
    summary:
      'Tells readers of a known trouble, on top of the account area and of the questions, or tells it otherwise.',
    http: { method: 'PUT', path: '/known-troubles/:code' },
    scope: 'troubles:write',
    input: z.object({
      code: Code,
      title_sk: fields.title_sk.describe('what is broken, in Slovak'),
      title_en: fields.title_en.describe('the same in English'),
      text_sk: fields.text_sk.describe('one sentence: what readers can do, or when it will be mended'),
      text_en: fields.text_en.describe('the same in English'),
      link: fields.link.describe('https address where more is told'),
      access: fields.access.describe(
        'only readers who have one of these rights now, e.g. eknihy; all when empty',
      ),
      until: fields.until.describe('when it is no longer told; until “troubles end” when not given'),
    }),
    output: z.object({ code: z.string() }),
    run: async ({ tx, clock }, { code, link, access, until, ...texts }) => {
      const before = (await listKnownTroubles({ db: tx, clock })).find(each => each.code === code)
      const { title_sk: titleSk, title_en: titleEn, text_sk: textSk, text_en: textEn } = texts
      const end = until === null ? null : Temporal.Instant.from(until)
      if (end && Temporal.Instant.compare(end, clock.now()) <= 0)
        throw refusal('Choose an end to come.', 'until')
      await setKnownTrouble(tx, clock, { code, titleSk, titleEn, textSk, textEn, link, access, until: end })
      return {
        answer: { code },
        target: `trouble ${code}`,
        before: before ? describe(before) : null,
        after: { code, ...texts, link, access, until },
      }
    },
  }),

  defineWrite({
    name: 'troubles end',
    summary: 'No longer tells readers of a known trouble.',
    http: { method: 'DELETE', path: '/known-troubles/:code' },
    scope: 'troubles:write',
    refusals: ['not_found'],
    input: z.object({ code: Code }),
    output: z.object({ code: z.string() }),
    run: async ({ tx }, { code }) => {
      const ended = await endKnownTrouble(tx, code)
      if (ended === undefined) throw new AppError('not_found')
      return { answer: { code }, target: `trouble ${code}`, before: describe(ended), after: null }
    },
  }),
]

const describe = ({ titleSk, titleEn, textSk, textEn, since, until, ...rest }: Trouble) => ({
  ...rest,
  title_sk: titleSk,
  title_en: titleEn,
  text_sk: textSk,
  text_en: textEn,
  since: since.toString(),
  until: until?.toString() ?? null,
})
