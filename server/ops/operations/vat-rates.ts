import * as z from 'zod'
import { cancelVatRate, planVatRate, readVatRates } from '#server/modules/subscriptions/index.ts'
import { Day } from '../fields.ts'
import { defineRead, defineWrite } from '../operation.ts'

const fields = {
  kind: z.enum(['digital', 'print']).describe('what is read on the web, or the printed daily'),
  from: Day.describe('the first day on which it holds'),
}
const percent = z.int().min(0).max(100).describe('whole percents')
const RateView = z.object({
  ...fields,
  percent,
  planned: z.boolean().describe('whether it was planned here, or is known to the product itself'),
})

export const vatRateOperations = [
  defineRead({
    name: 'vat-rates list',
    summary: 'Lists the rates of VAT by the days from which they hold.',
    http: { method: 'GET', path: '/vat-rates' },
    scope: 'vat-rates:read',
    input: z.object({}),
    output: z.object({ items: z.array(RateView) }),
    run: async ({ db }) => ({
      answer: {
        items: (await readVatRates(db))
          .map(({ isPlanned, ...rate }) => ({ ...rate, planned: isPlanned }))
          .sort((a, b) => a.kind.localeCompare(b.kind) || b.from.localeCompare(a.from)),
      },
    }),
  }),

  defineWrite({
    name: 'vat-rates plan',
    summary: 'Plans a rate of VAT from a day to come; what was invoiced stays as it is.',
    http: { method: 'PUT', path: '/vat-rates/:kind/:from' },
    scope: 'vat-rates:write',
    input: z.object({ ...fields, percent }),
    output: RateView,
    run: async ({ tx, clock }, rate) => {
      const before = await planVatRate(tx, { clock }, rate)
      return {
        answer: { ...rate, planned: true },
        before: before === undefined ? null : { ...rate, percent: before },
        after: rate,
      }
    },
  }),

  defineWrite({
    name: 'vat-rates cancel',
    summary: 'Takes back a rate of VAT that is planned.',
    http: { method: 'DELETE', path: '/vat-rates/:kind/:from' },
    scope: 'vat-rates:write',
    refusals: ['not_found'],
    input: z.object(fields),
    output: RateView,
    run: async ({ tx, clock }, rate) => {
      const before = { ...rate, percent: await cancelVatRate(tx, { clock }, rate) }
      return { answer: { ...before, planned: false }, before, after: null }
    },
  }),
]
