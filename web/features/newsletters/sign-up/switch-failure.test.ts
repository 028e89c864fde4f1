import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { compileCatalogue } from '#web/build/catalogue-plugin.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { switchFailure } from './switch-failure.ts'
import { withTurn } from './use-newsletter-switches.ts'

beforeAll(() => {
  activate('sk', compileCatalogue(fileURLToPath(new URL('../../../../locales/sk', import.meta.url))))
})

const refused = new ApiError('unprocessable_entity', {
  status: 422,
  faults: [{ key: 'newsletter_subscription_needed', message: '' }],
})

test('R8.13 the server’s own reason is told where it gave one', () => {
  expect(switchFailure({ on: true, error: refused })).toMatch(/^Tento newsletter chodí len predplatiteľom\./)
})

test.each([
  [true, new ApiError('server_error', { status: 500 }), /prihlásiť\. Skúste to, prosím, znova\.$/],
  [false, new ApiError('timeout'), /^Odber newslettera sa nepodarilo zrušiť\./],
  [false, new ApiError('offline'), /zrušiť\..*Nemáte pripojenie na internet\./],
  [true, new TypeError('a fault of ours'), /prihlásiť\./],
])('R8.13 otherwise that it failed: on %s, %s', (on, error, text) => {
  expect(switchFailure({ on, error })).toMatch(text)
})

test('what was never signed up for stays so when it is switched off', () => {
  expect(withTurn([], 'a', false)).toEqual([])
  expect(withTurn([], 'a', true)).toMatchObject([{ code: 'a', state: 'on' }])
  const [snoozed] = withTurn([], 'a', true)
  if (!snoozed) throw new Error('There is one')
  const resumed = withTurn([{ ...snoozed, snoozed_until: '2027-01-20T10:00:00Z' }], 'a', true)
  expect(resumed).toMatchObject([{ state: 'on', snoozed_until: null }])
  expect(withTurn([snoozed], 'a', false)).toMatchObject([{ state: 'off' }])
})
