import { expect, test } from 'vitest'
import { collectorAddress, reportText } from './error-report.ts'
import { framesOf } from './stack-frames.ts'

test.each([
  ['https://abc@errors.example/7', 'https://errors.example/api/7/envelope/?sentry_key=abc&sentry_version=7'],
  [
    'https://abc@errors.example:8443/in/here/12',
    'https://errors.example:8443/in/here/api/12/envelope/?sentry_key=abc&sentry_version=7',
  ],
  ['https://errors.example/7', undefined],
  ['https://abc@errors.example/', undefined],
  ['https://abc@errors.example/x', undefined],
  ['errors', undefined],
])('R7.18 reports to %s go to %s', (dsn, address) => {
  expect(collectorAddress(dsn)).toBe(address)
})

const site = { dsn: '', environment: 'production', release: '1.2.3', platform: 'node' } as const

test('R7.18 a report tells the kind of error and its place in our code, and no message of it', () => {
  const cause = Object.assign(new TypeError('jana@example.com is not a valid URL'), {
    code: 'ERR_INVALID_URL',
  })
  const error = new Error('could not mail jana@example.com', { cause })
  error.stack = `Error: could not mail jana@example.com\n    at sendMail (/srv/profil/server/mail.js:10:5)`
  cause.stack = 'TypeError: jana@example.com\n    at /srv/profil/node_modules/x/y.js:1:2'
  const text = reportText(
    site,
    { error, where: 'request failed: /users/:userId', level: 'error' },
    { root: '/srv/profil', at: Date.parse('2026-11-21T10:00:00Z'), id: 'a'.repeat(32) },
  )
  expect(text).not.toContain('jana')
  const [head, type, event] = text.split('\n').map(line => JSON.parse(line) as unknown)
  expect(head).toEqual({ event_id: 'a'.repeat(32), sent_at: '2026-11-21T10:00:00.000Z' })
  expect(type).toEqual({ type: 'event' })
  expect(event).toMatchObject({
    environment: 'production',
    release: '1.2.3',
    transaction: 'request failed: /users/:userId',
    exception: {
      values: [
        { type: 'TypeError', value: 'ERR_INVALID_URL', stacktrace: { frames: [{ in_app: false }] } },
        {
          type: 'Error',
          value: '',
          stacktrace: {
            frames: [
              { filename: 'server/mail.js', function: 'sendMail', lineno: 10, colno: 5, in_app: true },
            ],
          },
        },
      ],
    },
  })
})

test('R7.18 a thrown value that is no error is reported by its type only', () => {
  for (const error of ['jana@example.com', { email: 'jana@example.com' }, 5, Symbol('jana')]) {
    const text = reportText(site, { error, where: 'x', level: 'error' }, { root: '/', at: 0, id: 'a' })
    expect(text).not.toContain('jana')
  }
})

test.each([
  [
    'Chromium',
    'Error: x\n    at Page (https://profil.test/assets/page-a1.js?t=secret:2:345)\n    at async https://profil.test/assets/main.js:1:9',
  ],
  [
    'Firefox and Safari',
    'Page@https://profil.test/assets/page-a1.js?t=secret:2:345\nasync*@https://profil.test/assets/main.js:1:9',
  ],
])('R7.18 the stacks of %s are read, the innermost frame last', (_browser, stack) => {
  const frames = framesOf(stack, 'https://profil.test')
  expect(frames.map(each => [each.filename, each.lineno, each.colno, each.in_app])).toEqual([
    ['assets/main.js', 1, 9, true],
    ['assets/page-a1.js', 2, 345, true],
  ])
  expect(frames[1]?.function).toBe('Page')
})
