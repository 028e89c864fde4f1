import { GatewayUnavailable, type PaymentGateway } from '../gateways/payments/port.ts'

const hold = async (): Promise<never> => {
  throw new GatewayUnavailable('BACKGROUND is off, so nothing was asked of the gateway')
}

/**
 * Read-only decorator of a gateway, for a restored copy of production: payments can be queried, but nothing moves money
 * or changes the gateway's data. To readers the gateway is unavailable.
 */
export const holdMoney = (gateway: PaymentGateway): PaymentGateway => ({
  ...gateway,
  createCheckout: hold,
  setupCard: hold,
  closeCheckout: hold,
  chargeOffSession: hold,
  refund: hold,
  forgetCard: hold,
})
