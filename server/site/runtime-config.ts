import type { FastifyInstance } from 'fastify'
import { readRuntimeConfig } from '#contract/config/runtime-config.ts'
import { sessionCookies } from '#contract/identity/session-token.ts'
import { type IdentityProviders, providerNames } from '../gateways/identity-providers/port.ts'
import { watchKnownTroubles } from '../modules/known-troubles/index.ts'
import type { CurrentMode } from '../modules/service-mode/index.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/route.ts'
import { phoneOpenings } from './phone-openings.ts'

/**
 * GET /config.json: what the browser needs before its first render (R2.31, R3.01). Its `Date` is by the clock that
 * all rules go by, which in the demo is not the machine's: browsers compare their own with it (R10.07).
 */
export function serveRuntimeConfig(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'settings'> & { currentMode: CurrentMode },
  providers: IdentityProviders,
): void {
  const { settings, clock } = deps
  const { origins, emails, surveys, helpDesk } = settings
  const knownTroubles = watchKnownTroubles(deps)
  const config = {
    environment: settings.environment,
    version: settings.version,
    domain: settings.cookieDomain,
    captcha_public_key: settings.captchaPublicKey,
    ...(settings.captchaPublicKey !== null && { captcha_script_url: settings.captcha.scriptUrl }),
    marketing_token: settings.marketingToken,
    ...(settings.marketing && {
      marketing_script_url: settings.marketing.scriptUrl,
      marketing_name: settings.marketingName ?? new URL(settings.marketing.scriptUrl).hostname,
    }),
    ...(settings.chat && { chat_script_url: settings.chat.scriptUrl }),
    stop_recurrence_survey_id: surveys.stop,
    stop_recurrence_upgrade_survey_id: surveys.stopUpgrade,
    hosts: {
      account: origins.account,
      publisher: origins.publisher,
      central_login: origins.login,
      content: origins.content,
      features: origins.features,
      store: settings.storeUrl,
      ...settings.otherHosts,
    },
    services_email: emails.services,
    login_url: `${origins.login}/login`,
    login_cookie_name: sessionCookies.userId,
    sign_in_providers: providerNames.filter(name => providers[name]),
    ...(settings.passkeyDomain !== null && { passkey_domain: settings.passkeyDomain }),
    helpdesk_email: emails.helpdesk,
    forum_email: emails.forum,
    help_answer_hours: helpDesk.answerHours,
    unlocked_urls: settings.unlockedUrls,
    footer_without: [...settings.footerWithout],
    shop_plans: [...settings.shopPlans],
    image_path_pattern: settings.imagePathPattern,
    features_client_key: settings.featuresClientKey,
    experiment_results_url: settings.experimentResultsUrl,
    error_reporting: { dsn: settings.errorReportingDsn, sample_rate: 1 },
  }
  route(app, readRuntimeConfig, async ({ reply }) => {
    // The same for all, and so compressed.
    void reply.header('cache-control', 'public, no-store')
    void reply.header('date', new Date(clock.now().epochMilliseconds).toUTCString())
    const { phone } = helpDesk
    const [troubles, mode] = await Promise.all([knownTroubles(), deps.currentMode()])
    return {
      ...config,
      known_troubles: troubles,
      ...(mode && { service_mode: { name: mode.name, until: mode.until?.toString() ?? null } }),
      ...(phone && { help_phone: { number: phone.number, open: phoneOpenings(phone.hours, clock.now()) } }),
    }
  })
}
