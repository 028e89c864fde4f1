import { answers, fails, refuses, screen, waits } from '../../state.ts'
import { api, lists, money, reader, reads, subscription } from './examples.ts'

const pause = '/predplatne/pozastavit?predplatne=1'
const pauseCall = `${api}/subscriptions/1/pause`
export const pauses = (obstacle: string | null = null) =>
  answers(pauseCall, {
    obstacle,
    from: '2042-03-14T18:42:00Z',
    items: (obstacle === null ? [1, 2, 3] : []).map(months => ({
      months,
      until: `2042-0${3 + months}-14T17:42:00Z`,
      price: money(8990),
      reminder_at: `2042-0${3 + months}-07T17:42:00Z`,
    })),
  })
const pausedUntil = '2042-05-14T17:42:00Z'
const paused = {
  paused_until: pausedUntil,
  can_stop_until: '2042-05-12T17:42:00Z',
  next_payment: {
    at: pausedUntil,
    price: money(8990),
    price_change: null,
    failed_attempts: 0,
    failure: null,
  },
}
const past = { from: '2025-09-14T18:42:00Z', to: '2026-09-14T17:42:00Z' }
const runningPause = lists({ ...subscription(paused), state: 'inactive', period: past })
const declined = { ...paused.next_payment, failed_attempts: 1, failure: 'card_declined' as const }
const declinedAfterIt = lists({
  ...subscription({ can_stop_until: pausedUntil, next_payment: declined }),
  state: 'inactive',
  period: past,
})
const noOffers = answers(`${api}/subscriptions/1/offers`, { items: [] })
const stopping = (step: string) => ({
  name: `paused-${step}`,
  path: `/predplatne/vypnut-obnovovanie?predplatne=1&krok=${step}`,
  reader,
  provoked: [runningPause, noOffers, pauses('pause_used_up')],
})

/** The pause of a renewal. */
export const pauseStates = screen('pozastavit', [
  { name: 'choosing', path: pause, reader, provoked: [reads(), pauses()], inEveryLook: true },
  { name: 'loading', path: pause, reader, loading: true, provoked: [reads(), waits(pauseCall)] },
  { name: 'failed', path: pause, reader, provoked: [reads(), fails(pauseCall)] },
  { name: 'used-up', path: pause, reader, provoked: [reads(), pauses('pause_used_up')] },
  {
    name: 'refused',
    path: pause,
    reader,
    provoked: [reads(), pauses(), refuses(pauseCall, 'PUT', 422, 'pause_too_late')],
    act: page => page.getByRole('button', { name: /^Pozastaviť do/ }).click(),
  },
  { name: 'ahead', path: pause, reader, provoked: [reads(paused)] },
  { name: 'paused', path: pause, reader, provoked: [runningPause], inEveryLook: true },
  { name: 'none', path: '/predplatne/pozastavit', reader: 'none' },
  { name: 'first-screen', path: '/predplatne', reader, provoked: [reads(paused)] },
  { name: 'first-screen-paused', path: '/predplatne', reader, provoked: [runningPause] },
  { name: 'first-screen-declined', path: '/predplatne', reader, provoked: [declinedAfterIt] },
  stopping('potvrdenie'),
  stopping('ponuka'),
  stopping('zrusenie'),
  stopping('odkaz'),
  { name: 'card-change', path: '/predplatne/zmenit-kartu?predplatne=1', reader, provoked: [runningPause] },
])
