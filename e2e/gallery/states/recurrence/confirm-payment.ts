import { answers, fails, refuses, screen, waits } from '../../state.ts'
import { api, money, reader, reads } from './examples.ts'

const confirm = '/predplatne/potvrdit-platbu?predplatne=1'
const confirmCall = `${api}/subscriptions/1/payment-confirmation`
const confirming = (state: string) => answers(confirmCall, { state, price: money(8990) })

/** A payment that the bank wants confirmed. */
export const confirmStates = screen('potvrdit-platbu', [
  { name: 'needed', path: confirm, reader, provoked: [confirming('needed')], inEveryLook: true },
  { name: 'loading', path: confirm, reader, loading: true, provoked: [waits(confirmCall)] },
  { name: 'failed', path: confirm, reader, provoked: [fails(confirmCall)] },
  {
    name: 'gateway-away',
    path: confirm,
    reader,
    provoked: [confirming('needed'), refuses(confirmCall, 'POST', 503, 'payment_gateway_unavailable')],
    act: page => page.getByRole('main').getByRole('button').first().click(),
  },
  { name: 'left', path: `${confirm}&payment=left`, reader, provoked: [confirming('needed')] },
  { name: 'checked', path: `${confirm}&payment=done`, reader, provoked: [confirming('waiting')] },
  { name: 'paid', path: `${confirm}&payment=done`, reader, provoked: [confirming('paid')] },
  { name: 'none', path: confirm, reader, provoked: [confirming('none')] },
  {
    name: 'first-screen',
    path: '/predplatne',
    reader,
    provoked: [reads({ state: 'off', reason: 'awaits_confirmation', next_payment: null })],
    inEveryLook: true,
  },
])
