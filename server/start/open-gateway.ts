import type { Config } from '../config/config.ts'
import { demoGateway } from '../gateways/payments/demo.ts'
import { GatewayUnavailable, type PaymentGateway } from '../gateways/payments/port.ts'
import type { Deps } from '../platform/deps.ts'
import { reachedAt } from '../platform/process/listen.ts'
import type { Shutdown } from '../platform/process/shutdown.ts'
import { StartupError } from '../platform/process/startup-error.ts'
import { keyedHash } from '../platform/secrets.ts'

/**
 * Opens the payment gateway that the configuration names: Stripe when its keys are given; in the demo mode one that
 * runs already, or else the demo's own, which is started as a process of its own.
 *
 * With BACKGROUND=off it is read-only, for a restored copy of production: payments can be queried, but nothing moves
 * money or changes the gateway's data. To readers the gateway is unavailable.
 *
 * @param options.starts whether this process may start the demo's own
 * @throws StartupError outside the demo mode without Stripe's keys, and where the demo's own is not there
 */
export async function openGateway(
  config: Config,
  deps: Pick<Deps, 'clock' | 'log' | 'settings'>,
  shutdown: Shutdown,
  options: { starts: boolean },
): Promise<PaymentGateway> {
  const gateway = await openNamed(config, deps, shutdown, options)
  if (config.background === 'on') return gateway
  return {
    ...gateway,
    createCheckout: hold,
    setupCard: hold,
    closeCheckout: hold,
    chargeOffSession: hold,
    refund: hold,
    forgetCard: hold,
  }
}

const hold = async (): Promise<never> => {
  throw new GatewayUnavailable('BACKGROUND is off, so nothing was asked of the gateway')
}

async function openNamed(
  config: Config,
  deps: Pick<Deps, 'clock' | 'log' | 'settings'>,
  shutdown: Shutdown,
  options: { starts: boolean },
): Promise<PaymentGateway> {
  if (config.stripe) {
    // Lazily imported: the library is large.
    const { stripeGateway } = await import('../gateways/payments/stripe.ts')
    return stripeGateway(config.stripe)
  }
  if (config.mode !== 'demo') {
    throw new StartupError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed outside the demo mode.')
  }
  const { port, key = keyedHash(deps.settings.appSecret, 'demo-gateway', 'key') } = config.demoGateway
  if (config.demoGateway.url !== undefined) {
    return demoGateway({ url: config.demoGateway.url, secret: key, clock: deps.clock })
  }
  if (!options.starts) {
    throw new StartupError(
      'DEMO_GATEWAY_URL is needed by a worker of the demo: set it to the gateway that the server has started, e.g. http://127.0.0.1:3001.',
    )
  }
  const { startGateway } = await import('../demo/gateway/start-gateway.ts')
  const gateway = await startGateway(
    { dataDir: config.dataDir, port, key, webhookUrl: `${reachedAt(config)}/webhooks/payments/demo` },
    deps.log,
  )
  shutdown.add('demo gateway', gateway.stop)
  return demoGateway({ url: gateway.url, secret: key, clock: deps.clock })
}
