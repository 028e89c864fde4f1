import { answers, fails, refuses, screen, waits } from '../../state.ts'
import { api, byTransfer, ended, money, reader, reads } from './examples.ts'

const card = '/predplatne/zmenit-kartu?predplatne=1'

const change = (state: string, more: object = {}) => ({
  name: state,
  path: `${card}&card_change=1`,
  reader,
  provoked: [
    reads(),
    answers(`${api}/payment-cards/changes/1`, {
      id: 1,
      subscription_id: 1,
      state,
      redirect_url: state === 'waiting' ? 'https://platby.example/1' : undefined,
      verification: { price: money(100), refunded: state === 'refunded' },
      decline: state === 'declined' ? 'card_declined' : null,
      overdue_renewal: null,
      ...more,
    }),
  ],
})

/** The change of the card that a renewal is paid with. */
export const cardStates = screen('zmenit-kartu', [
  { name: 'before', path: card, reader, provoked: [reads()], inEveryLook: true },
  {
    name: 'gateway-away',
    path: card,
    reader,
    provoked: [reads(), refuses(`${api}/payment-cards/changes`, 'POST', 503, 'payment_gateway_unavailable')],
    act: page => page.getByRole('main').getByRole('button').first().click(),
  },
  {
    name: 'going-to-gateway',
    path: card,
    reader,
    provoked: [reads(), waits(`${api}/payment-cards/changes`, 'POST')],
    act: page => page.getByRole('main').getByRole('button').first().click(),
  },
  ...['waiting', 'verified', 'refunded', 'declined', 'abandoned'].map(state => change(state)),
  { ...change('verified', { overdue_renewal: 'paid' }), name: 'overdue-paid' },
  {
    name: 'failed',
    path: `${card}&card_change=1`,
    reader,
    provoked: [fails(`${api}/payment-cards/changes/1`)],
  },
  { name: 'unknown', path: '/predplatne/zmenit-kartu?predplatne=999999', reader },
  { name: 'ended', path: card, reader, provoked: [ended] },
  { name: 'paid-by-transfer', path: card, reader, provoked: [byTransfer] },
])
