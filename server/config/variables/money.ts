import * as z from 'zod'
import { isIban, plainIban } from '#server/platform/formats/iban.ts'
import { demoValues } from '../demo-values.ts'
import { stripeFault } from '../production-faults.ts'
import {
  address,
  atLeast,
  forTheDemo,
  ofTheDemo,
  oneOf,
  optional,
  origin,
  port,
  text,
  wholeNumber,
  withFallback,
} from '../variable.ts'

const iban = {
  schema: text.schema.transform(plainIban).refine(isIban),
  form: 'the number of an account',
}

/** The seller on invoices, and the payment gateway. */
export const moneyVariables = {
  BANK_IBAN: ofTheDemo(iban, 'SK3112000000198742637541', {
    what: 'account to which readers send transfers',
    example: 'SK89 7500 0000 0000 1234 5671',
  }),
  BANK_BENEFICIARY: ofTheDemo(text, demoValues.publisher, {
    what: 'whose account it is',
    example: 'Noviny, a. s.',
  }),
  OVERDUE_RENEWALS_LIMIT: withFallback(wholeNumber(0, 1_000_000), '100', {
    what: 'overdue renewals that are charged without asking',
    more: 'more than this that are overdue by more than 48 hours (a clock that jumped, a month without a worker) hold all of them until `npm run ops -- renewals release --note "…"`',
  }),
  PAUSES_A_YEAR: withFallback(wholeNumber(0, 4), '1', {
    what: 'how many pauses a reader may begin within a year',
    more: 'of one to three months, in which nothing is charged and nothing is read; `0`: none are offered',
  }),
  REFUND_ENDS_ACCESS: withFallback(oneOf('yes', 'no'), 'yes', {
    what: 'whether a period ends when its whole payment is given back',
    more: '`no`: it runs out',
  }),
  DISPUTE_ENDS_ACCESS: withFallback(oneOf('yes', 'no'), 'yes', {
    what: 'whether a period ends when the bank takes its whole payment back (a dispute that is lost)',
    more: '`no`: it runs out',
  }),
  STRIPE_SECRET_KEY: optional(text, {
    what: 'key by which Stripe takes cards for you',
    unset: 'demo: the demo’s own payment gateway',
    example: 'sk_live_…',
    production: 'needed',
    fault: stripeFault,
  }),
  STRIPE_WEBHOOK_SECRET: optional(text, {
    what: 'signing secret of Stripe’s messages to LOGIN_URL/webhooks/payments/stripe',
    unset: 'as above',
    example: 'whsec_…',
    production: 'needed',
  }),
  DEMO_GATEWAY_PORT: forTheDemo(port, {
    what: 'port of the demo’s payment gateway',
    more: 'another one when it is taken',
    unset: '`PORT` + 1',
  }),
  DEMO_GATEWAY_URL: forTheDemo(origin, {
    what: 'address of a demo payment gateway',
    more: 'one that runs already, e.g. for a worker of the demo',
    unset: 'the demo starts one',
  }),
  DEMO_GATEWAY_KEY: forTheDemo(atLeast(16), {
    what: 'key of a demo payment gateway',
    unset: 'the demo’s own',
  }),
  TERMS_URL: ofTheDemo(address, `https://${demoValues.domain}/obchodne-podmienky`, {
    what: 'your terms, to which an order agrees',
    example: 'https://www.noviny.sk/obchodne-podmienky',
  }),
  PRIVACY_URL: ofTheDemo(address, `https://${demoValues.domain}/ochrana-osobnych-udajov`, {
    what: 'your privacy notice',
    example: 'https://www.noviny.sk/ochrana-osobnych-udajov',
  }),
  TERMS_VERSION: withFallback(text, '1', {
    what: 'version of both, e.g. the day from which they hold',
    more: 'kept with each order. An order from a page that showed another one is refused, and asked to be confirmed again',
    example: '2026-06-19',
  }),
  SELLS_ABROAD: withFallback(oneOf('yes', 'no'), 'no', {
    what: 'whether orders with an invoice address or a VAT number of another country are taken',
    more: 'VAT is charged at Slovak rates either way: `yes` is for who settles it elsewhere',
  }),
  SUPPLIER_NAME: ofTheDemo(text, demoValues.publisher, {
    what: 'who sells, as it stands on receipts and invoices',
    example: 'Noviny, a. s.',
  }),
  SUPPLIER_STREET: ofTheDemo(text, 'Novinárska 7', { what: 'its street and number', example: 'Hlavná 1' }),
  SUPPLIER_CITY: ofTheDemo(text, '811 09  Bratislava', {
    what: 'its postcode and town',
    example: '040 01 Košice',
  }),
  SUPPLIER_COMPANY_ID: ofTheDemo(text, '99000105', {
    what: 'its company number (IČO)',
    example: '12345678',
  }),
  SUPPLIER_TAX_ID: ofTheDemo(text, '2990000103', { what: 'its tax number (DIČ)', example: '2021234567' }),
  SUPPLIER_VAT_ID: ofTheDemo(text, 'SK2990000103', {
    what: 'its VAT number (IČ DPH)',
    example: 'SK2021234567',
  }),
  SUPPLIER_REGISTER: ofTheDemo(
    text,
    'Obchodný register Mestského súdu Bratislava III, oddiel Sa, vložka 9901/B',
    {
      what: 'where it is registered',
      example: 'Obchodný register Mestského súdu Košice, oddiel Sa, vložka 1/V',
    },
  ),
  E_INVOICE_SCHEME: withFallback({ schema: z.string().regex(/^\d{4}$/), form: 'four digits' }, '0245', {
    what: 'the scheme of electronic addresses on e-invoices, which are tax numbers (DIČ)',
    more: 'a code of the Peppol list of electronic address schemes',
  }),
} as const
