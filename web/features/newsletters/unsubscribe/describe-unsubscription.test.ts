import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import { compileCatalogue } from '#web/build/catalogue-plugin.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { describeUnsubscription } from './describe-unsubscription.ts'

beforeAll(() => {
  activate('sk', compileCatalogue(fileURLToPath(new URL('../../../../locales/sk', import.meta.url))))
})

type Item = Unsubscription['newsletters'][number]
const on: Item = { code: 'a', title: 'Ranný výber', state: 'on', snoozed_until: null, can_undo: false }
const off: Item = { ...on, code: 'b', title: 'Knižný klub', state: 'off', can_undo: true }
const snoozed: Item = { ...on, code: 'c', title: 'Večerný súhrn', snoozed_until: '2027-01-20T10:00:00Z' }
const long: Item = { ...off, can_undo: false }

const tell = (newsletters: Item[], acted = false, pausedUntil: string | null = null) =>
  describeUnsubscription({ newsletters, paused_until: pausedUntil }, acted)

test('what still comes is told first: that is what the link is for', () => {
  expect(tell([on, off, snoozed])).toMatchObject({
    state: 'on',
    answer: 'Odhlásenie z\u00a0odberu: Ranný výber.',
  })
  expect(tell([on, { ...on, title: 'Šport' }])).toMatchObject({
    answer: 'Odhlásenie z\u00a0odberu: Ranný výber a\u00a0Šport.',
  })
})

test('after a press it tells the outcome', () => {
  expect(tell([on], true)).toMatchObject({ state: 'on', answer: 'Ranný výber: posielame ďalej.' })
  expect(tell([off], true)).toMatchObject({ state: 'off', answer: 'Knižný klub vám už nepríde.' })
  expect(tell([snoozed], true)).toMatchObject({
    state: 'snoozed',
    answer: 'Večerný súhrn vám nepríde do 20.\u00a0januára 2027.',
  })
})

test('R13.09 while all are paused, nothing is said to be sent on before the pause ends', () => {
  expect(tell([on], true, '2027-03-14')).toMatchObject({
    state: 'on',
    answer: 'Ranný výber: odber platí ďalej.',
    detail: 'Všetky newslettery máte pozastavené, znova ich pošleme od 14.\u00a0marca 2027.',
  })
  expect(tell([snoozed], true, '2027-03-14')).toMatchObject({
    answer: 'Večerný súhrn vám nepríde do 14.\u00a0marca 2027.',
  })
})

test('a sign-off of long ago, or from elsewhere, leaves nothing to do', () => {
  expect(tell([long])).toEqual({ state: 'nothing' })
  expect(tell([])).toEqual({ state: 'nothing' })
})
