import { GatewayUnavailable, type PaymentGateway } from '../gateways/payments/port.ts'

const hold = async (): Promise<never> => {
  throw new GatewayUnavailable('BACKGROUND is off, so nothing was asked of the gateway')
}

/**
 * The same gateway, which is asked what became of payments, and nothing that moves money or changes what it keeps: a
 * copy of a production must not reach into it. To readers it is a gateway that is out of order.
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
