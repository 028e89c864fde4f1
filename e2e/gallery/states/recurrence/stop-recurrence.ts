import type { Page } from '@playwright/test'
import { moreOptions } from '../../../fixtures.ts'
import { answers, fails, refuses, type State, screen, waits } from '../../state.ts'
import { api, ended, lists, off, reader, reads, subscription } from './examples.ts'
import { pauses } from './pause-recurrence.ts'

const stop = '/predplatne/vypnut-obnovovanie?predplatne=1'

const noOffers = answers(`${api}/subscriptions/1/offers`, { items: [] })

const step = (name: string, more: Partial<State> = {}) => ({
  name,
  path: `${stop}&krok=${name}`,
  reader,
  provoked: [reads(), noOffers, pauses()],
  ...more,
})

const turnOff = async (page: Page) => {
  await page.getByRole('textbox').fill('Čítam len športové správy a na viac nemám čas.')
  await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
}

/** The steps in which the renewal is turned off. */
export const stopStates = screen('vypnut-obnovovanie', [
  step('potvrdenie', { inEveryLook: true }),
  {
    name: 'choosing',
    path: '/predplatne/vypnut-obnovovanie',
    reader,
    provoked: [
      lists(subscription(), {
        ...subscription({ subscription_id: 2 }),
        id: 2,
        type: { code: 'sportnet_1y', name: 'Sportnet' },
      }),
    ],
  },
  { name: 'none', path: '/predplatne/vypnut-obnovovanie', reader: 'none' },
  {
    name: 'ponuka',
    path: '/predplatne',
    reader,
    act: async page => {
      await moreOptions(page).click()
      await page.getByRole('link', { name: 'Vypnúť obnovovanie' }).first().click()
      await page.getByRole('link', { name: 'Pokračovať' }).click()
      await page.getByRole('heading', { name: /^O\sčo po/ }).waitFor()
    },
  },
  step('dovody'),
  step('pomoc'),
  step('zrusenie'),
  step('odkaz', { inEveryLook: true }),
  {
    ...step('odkaz'),
    name: 'turning-off',
    provoked: [reads(), noOffers, waits(`${api}/subscriptions/1/recurrence`, 'PUT')],
    act: turnOff,
  },
  {
    ...step('odkaz'),
    name: 'refused',
    provoked: [
      reads(),
      noOffers,
      refuses(`${api}/subscriptions/1/recurrence`, 'PUT', 422, 'recurrence_too_late'),
    ],
    act: turnOff,
  },
  { name: 'done', path: `${stop}&krok=hotovo`, reader, provoked: [off, noOffers] },
  { name: 'is-off-already', path: stop, reader, provoked: [off, noOffers] },
  { name: 'ended', path: stop, reader, provoked: [ended, noOffers] },
  { name: 'is-still-on', path: `${stop}&krok=hotovo`, reader, provoked: [reads(), noOffers] },
  {
    name: 'too-late',
    path: stop,
    reader,
    provoked: [reads({ can_stop_until: '2020-01-01T00:00:00Z' }), noOffers],
  },
  {
    name: 'unknown',
    path: stop,
    reader,
    provoked: [lists()],
  },
  { name: 'loading', path: stop, reader, loading: true, provoked: [waits(`${api}/subscriptions`)] },
  { name: 'failed', path: stop, reader, provoked: [fails(`${api}/subscriptions`)] },
  { ...step('dovody'), name: 'reasons-failed', provoked: [reads(), noOffers, fails('**/surveys/*')] },
])
