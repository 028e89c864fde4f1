import { createCounter } from '../../platform/telemetry/metrics.ts'
import { GatewayUnavailable, type PaymentGateway } from './port.ts'

const countCall = createCounter(
  'profil_gateway_calls_total',
  'Calls of the payment gateway: answered, unavailable (nobody knows what became of it), or in error.',
  ['gateway', 'call', 'outcome'],
)

/** Decorator: counts the gateway's calls by outcome. */
export function countGatewayCalls(gateway: PaymentGateway): PaymentGateway {
  const counted =
    <Input extends unknown[], Result>(call: string, ask: (...input: Input) => Promise<Result>) =>
    async (...input: Input): Promise<Result> => {
      const count = (outcome: string) => countCall({ gateway: gateway.name, call, outcome })
      try {
        const result = await ask(...input)
        count('answered')
        return result
      } catch (error) {
        count(error instanceof GatewayUnavailable ? 'unavailable' : 'error')
        throw error
      }
    }
  return {
    name: gateway.name,
    createCheckout: counted('create_checkout', input => gateway.createCheckout(input)),
    setupCard: counted('setup_card', input => gateway.setupCard(input)),
    readCheckout: counted('read_checkout', input => gateway.readCheckout(input)),
    closeCheckout: counted('close_checkout', input => gateway.closeCheckout(input)),
    chargeOffSession: counted('charge', input => gateway.chargeOffSession(input)),
    findCharge: counted('find_charge', input => gateway.findCharge(input)),
    findTakenFor: counted('find_taken_for', input => gateway.findTakenFor(input)),
    refund: counted('refund', input => gateway.refund(input)),
    readRefund: counted('read_refund', input => gateway.readRefund(input)),
    listRefunds: counted('list_refunds', input => gateway.listRefunds(input)),
    readDispute: counted('read_dispute', input => gateway.readDispute(input)),
    readCard: counted('read_card', input => gateway.readCard(input)),
    forgetCard: counted('forget_card', input => gateway.forgetCard(input)),
    // An incoming webhook is no call of the gateway.
    verifyWebhook: message => gateway.verifyWebhook(message),
  }
}
