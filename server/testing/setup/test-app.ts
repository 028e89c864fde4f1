import { exportJWK, generateKeyPair } from 'jose'
import { createApp } from '#server/app.ts'
import { loadConfig } from '#server/config/config.ts'
import { siteverifyCaptcha } from '#server/gateways/captcha/siteverify.ts'
import type { IdentityProviders, SubscribeWithGoogle } from '#server/gateways/identity-providers/port.ts'
import type { OutgoingMail } from '#server/gateways/mail/port.ts'
import { GatewayUnavailable, type PaymentGateway } from '#server/gateways/payments/port.ts'
import type { OutgoingSms } from '#server/gateways/sms/port.ts'
import { withPayments } from '#server/modules/payment-reactions.ts'
import { type Clock, machineClock } from '#server/platform/clock.ts'
import { openNotifications } from '#server/platform/database/notifications.ts'
import type { Deps } from '#server/platform/deps.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createRateLimiter } from '#server/platform/limits/rate-limiter.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { consumeJobs } from '#server/start/consume-jobs.ts'
import { openForum } from '#server/start/open-forum.ts'
import { createTestDatabase } from './test-database.ts'

export const testOrigin = 'http://profil.test'

/** A clock that stands where the test puts it and otherwise follows the machine's. */
export type TestClock = Clock & { set(instant: string): void; advance(length: string): void }

/**
 * The whole server over its own database, with running jobs; only outgoing mail and text messages are captured.
 *
 * @param environment variables beyond the test's own, e.g. `{ COOKIE_DOMAIN: 'profil.test' }`
 * @param openGateway who takes money; nobody does where it is not given
 * @param identityProviders whose accounts sign in here too
 * @param swg Subscribe with Google; off where it is not given
 */
export async function createTestApp(
  environment: Record<string, string> = {},
  openGateway: (clock: Clock) => PaymentGateway = () => gatewayOfNobody,
  identityProviders: IdentityProviders = {},
  swg?: SubscribeWithGoogle,
) {
  const database = await createTestDatabase()
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const config = loadConfig({ PUBLIC_URL: testOrigin, SMS_URL: 'http://sms.test', ...environment })
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const appSecret = 'only-for-tests-only-for-tests-only-for-tests'
  const clock = testClock()
  const jobs = await startJobs(database.url, log, { work: true })
  const notifications = openNotifications(database.url, log)
  const mailbox = testInbox<OutgoingMail>()
  const phone = testInbox<OutgoingSms>()
  const deps: Deps = {
    db: database.db,
    clock,
    jobs,
    notifications,
    limiter: createRateLimiter(database.pool, appSecret),
    log,
    settings: { ...config, appSecret, tokenSigningKey: JSON.stringify(await exportJWK(privateKey)) },
  }
  const payments = withPayments(deps, openGateway(clock))
  const { forum, stop: stopForum } = await openForum(config, deps)
  await consumeJobs({ ...payments, forum, mail: mailbox.gateway, sms: phone.gateway })
  const { captchaSecretKey: secret, captchaVerifyUrl: url } = config
  const hostnames = [new URL(testOrigin).hostname]
  const captcha = secret === undefined ? undefined : siteverifyCaptcha({ url, secret, hostnames }, log)
  const createServer = (own: Pick<Deps, 'notifications'>) =>
    createApp(
      { ...payments, ...own, forum, captcha },
      {
        identityProviders,
        swg,
        trustedProxies: config.trustedProxies,
        maxConnections: config.maxConnections,
      },
    )
  const app = await createServer(deps)
  await app.ready()
  return {
    app,
    deps,
    payments,
    clock,
    mailbox: { waitFor: mailbox.waitFor, mails: mailbox.messages },
    phone: { waitFor: phone.waitFor, texts: phone.messages },
    url: database.url,
    /** Another server over the same database, which hears of changes on a connection of its own. */
    startAnother: async () => {
      const own = openNotifications(database.url, log)
      const another = await createServer({ notifications: own })
      return {
        address: await another.listen({ host: '127.0.0.1', port: 0 }),
        close: async () => {
          await another.close()
          await own.close()
        },
      }
    },
    /** Simulates a database that is down. */
    stopDatabase: () => database.pool.end(),
    close: async () => {
      await app.close()
      await jobs.stop()
      await notifications.close()
      await stopForum()
      await database.close()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>

const refuse = () => Promise.reject(new GatewayUnavailable('This test has no gateway'))
/** A gateway that never answers. */
export const gatewayOfNobody: PaymentGateway = {
  name: 'demo',
  createCheckout: refuse,
  setupCard: refuse,
  readCheckout: refuse,
  closeCheckout: refuse,
  chargeOffSession: refuse,
  findCharge: refuse,
  findTakenFor: refuse,
  refund: refuse,
  readRefund: refuse,
  listRefunds: refuse,
  readDispute: refuse,
  readCard: refuse,
  forgetCard: refuse,
  verifyWebhook: refuse,
}

function testClock(): TestClock {
  let offsetMs = 0
  const now = () => machineClock.now().add({ milliseconds: offsetMs })
  const moveTo = (target: Temporal.Instant) => {
    offsetMs += target.epochMilliseconds - now().epochMilliseconds
  }
  return {
    now,
    set: instant => moveTo(Temporal.Instant.from(instant)),
    advance: length => moveTo(now().toZonedDateTimeISO('Europe/Bratislava').add(length).toInstant()),
  }
}

/** Captures outgoing messages; `waitFor` resolves when the expected one has come. */
function testInbox<Message extends { to: string }>() {
  const messages: Message[] = []
  const waiting: { matches: (message: Message) => boolean; resolve: (message: Message) => void }[] = []
  return {
    gateway: {
      send: async (message: Message) => {
        messages.push(message)
        for (const waiter of waiting.filter(each => each.matches(message))) waiter.resolve(message)
      },
      close: () => undefined,
    },
    messages,
    /** The newest message to somebody that meets the condition, once there is one. */
    waitFor: (to: string, condition: (message: Message) => boolean = () => true): Promise<Message> => {
      const matches = (message: Message) => message.to === to && condition(message)
      const known = messages.findLast(matches)
      if (known) return Promise.resolve(known)
      return new Promise(resolve => waiting.push({ matches, resolve }))
    },
  }
}
