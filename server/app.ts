import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { registerDemo } from './demo/index.ts'
import type { IdentityProviders, SubscribeWithGoogle } from './gateways/identity-providers/port.ts'
import { registerActivity } from './modules/activity/index.ts'
import { registerAddresses } from './modules/addresses/index.ts'
import { registerCompanies, removeRecipientsSince } from './modules/companies/index.ts'
import { registerCoupons } from './modules/coupons/index.ts'
import { registerDevices } from './modules/devices/index.ts'
import { registerFaq } from './modules/faq/index.ts'
import { registerFeatureFlags } from './modules/feature-flags/index.ts'
import { registerFollows } from './modules/follows/index.ts'
import { type ForumDeps, registerForum } from './modules/forum/index.ts'
import { registerHelp } from './modules/help/index.ts'
import { registerIdentity } from './modules/identity/index.ts'
import { registerInvoices } from './modules/invoices/index.ts'
import { countJourneys } from './modules/journeys/index.ts'
import { registerLayoutBlocks } from './modules/layout-blocks/index.ts'
import { moveMailbox, registerNewsletters } from './modules/newsletters/index.ts'
import { registerOrders } from './modules/orders/index.ts'
import { registerPaymentCards } from './modules/payment-cards/index.ts'
import { type PaymentsDeps, registerPayments } from './modules/payments/index.ts'
import { changePhone, registerPhone } from './modules/phone/index.ts'
import { registerPrivacy } from './modules/privacy/index.ts'
import { refuseClosed, watchServiceMode } from './modules/service-mode/index.ts'
import { registerStormShield, type ShieldDeps } from './modules/storm-shield/index.ts'
import { currentAccess, registerSubscriptions } from './modules/subscriptions/index.ts'
import { registerWithdrawals } from './modules/withdrawals/index.ts'
import { serveHealth } from './observe/health.ts'
import { serveMetrics } from './observe/metrics.ts'
import { registerOperations } from './ops/serve-operations.ts'
import type { MovableClock } from './platform/clock.ts'
import type { Deps } from './platform/deps.ts'
import { boundBodies } from './platform/http/bound-bodies.ts'
import { compressPublic } from './platform/http/compress.ts'
import { allowOtherOrigins } from './platform/http/cross-origin.ts'
import { answerErrors } from './platform/http/errors.ts'
import { answerMalformed, refuseTwoHosts } from './platform/http/malformed.ts'
import { requireTrustedOrigin } from './platform/http/origin.ts'
import { requestIds, traceOf } from './platform/http/request-ids.ts'
import { sendSecurityHeaders } from './platform/http/security-headers.ts'
import { boundUnfinishedBodies, ordinaryBytes } from './platform/http/unfinished-bodies.ts'
import { validateInput } from './platform/http/validation.ts'
import { publishApiDescription } from './site/api-description/index.ts'
import { keepToOwnHosts } from './site/hosts.ts'
import { addressOfForm } from './site/links-without-scripts.ts'
import { servePages } from './site/pages.ts'
import { serveRuntimeConfig } from './site/runtime-config.ts'
import { readConcerns } from './start/reader-concerns.ts'
import { readerFacts } from './start/reader-facts.ts'

type AppOptions = {
  trustedProxies?: readonly string[]
  /** Identity providers; none when not given. */
  identityProviders?: IdentityProviders
  /** Subscribe with Google; off when not given. */
  swg?: SubscribeWithGoogle | undefined
  /** Limit of concurrent connections; further ones are closed. Unlimited when not given. */
  maxConnections?: number
  /** The demo's movable clock; without it there are no demo pages. */
  demoClock?: MovableClock
}

/**
 * Puts the server together: hooks of every request first, then the modules by their `index.ts`.
 *
 * @param deps clock, database, gateways, payment reactions and the forum
 */
export async function createApp(
  deps: PaymentsDeps & ForumDeps & ShieldDeps,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { settings } = deps
  const logger: FastifyBaseLogger = deps.log
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged names its request itself; a logger of its own takes a kilobyte of each one that is open.
    childLoggerFactory: log => log,
    genReqId: requestIds(options.trustedProxies ?? []),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: ordinaryBytes,
    // Slowloris: bounds a connection that sends a byte now and then; Node checks every 30 s by default.
    requestTimeout: 25_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2000 },
    clientErrorHandler: answerMalformed,
    rewriteUrl: ({ method, url = '/' }) => (isRoutable(url) ? addressOfForm(method, url) : '/%25'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart },
    forceCloseConnections: 'idle',
  })
  const unfinished = boundUnfinishedBodies(app)
  if (options.maxConnections !== undefined) app.server.maxConnections = options.maxConnections
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  takeEmptyJson(app)
  app.decorateRequest('actor', undefined)
  answerErrors(app)
  refuseTwoHosts(app)
  logRequests(app, deps)
  endConnectionsAtStop(app)
  await sendSecurityHeaders(app, settings)
  app.addHook('onSend', compressPublic)
  keepToOwnHosts(app, settings)
  requireTrustedOrigin(app, settings.trustedOrigins)
  // Before what refuses: a page on another host could not read the refusal.
  await allowOtherOrigins(app, settings)
  const currentMode = watchServiceMode(deps)
  refuseClosed(app, deps.clock, currentMode)
  boundBodies(app, unfinished)
  await app.register(cookie)
  await app.register(formbody)
  await publishApiDescription(app, settings)

  serveHealth(app, deps)
  serveMetrics(app, deps)
  countJourneys(app)
  const providers = options.identityProviders ?? {}
  serveRuntimeConfig(app, { ...deps, currentMode }, providers)
  const facts = readerFacts(deps)
  registerStormShield(app, deps)
  await registerIdentity(app, {
    ...deps,
    facts,
    providers,
    swg: options.swg,
    moveMailbox,
    removeRecipientsSince,
    changePhone: (actor, number) => changePhone({ ...deps, facts }, actor, number),
  })
  registerPhone(app, { ...deps, facts })
  registerPrivacy(app, deps)
  registerSubscriptions(app, { ...deps, concernsOf: readConcerns(deps) })
  await registerPayments(app, deps)
  registerOrders(app, deps)
  registerPaymentCards(app, deps)
  registerWithdrawals(app, deps)
  registerCoupons(app, deps)
  await registerCompanies(app, deps)
  registerInvoices(app, deps)
  registerDevices(app, {
    ...deps,
    deviceLimitOf: async userId => (await currentAccess(deps, userId)).deviceLimit,
  })
  registerAddresses(app, deps)
  registerActivity(app, deps)
  await registerNewsletters(app, {
    ...deps,
    isSubscriber: async (db, userId) => (await currentAccess({ ...deps, db }, userId)).isSubscriber,
  })
  registerFollows(app, deps)
  registerForum(app, deps)
  registerFaq(app, deps)
  registerHelp(app, deps)
  registerLayoutBlocks(app, deps)
  if (settings.featuresClientKey !== null) registerFeatureFlags(app, deps)
  await registerOperations(app, deps)
  if (options.demoClock) await registerDemo(app, deps, options.demoClock)
  await servePages(app, deps)
  return app
}

/** The longest part of a path, in characters; codes and tokens, also one that names a hundred newsletters, are shorter. */
const longestPart = 800

/**
 * A path with broken escapes or an overlong part is a 404 like any other (R2.13); the router's own response would echo
 * it.
 */
function isRoutable(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  try {
    return decodeURI(path) !== '' && path.split('/').every(part => part.length <= longestPart)
  } catch {
    return false
  }
}

/** A call without a body may say all the same that it is JSON, as the specification's do (R7.01); whether one is needed its schema says. */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  )
}

/** Access log: the route's pattern, never the URL, which may contain a token or an e-mail. */
function logRequests(app: FastifyInstance, { log }: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    log.info({
      requestId: request.id,
      traceparent: traceOf(request.headers),
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}

/** Graceful shutdown: responses close their connection, since a proxy's keep-alive would hold the process. */
function endConnectionsAtStop(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
}
