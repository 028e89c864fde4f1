import { isPathOf, routes } from '#contract/routes.ts'
import type { CookieJar } from '../browser/cookies.ts'
import type { Profile } from '../reader/profile.ts'
import { isArticleSubscriber, isSubscriber } from '../reader/subscription-roles.ts'
import { seenCampaigns } from './campaigns-cookie.ts'

/** Codes are worth money, and flags don't need them. */
const secretParameters = ['activation_code', 'coupon_code']

type Address = Pick<Location, 'origin' | 'host' | 'pathname' | 'search'>

/** Targeting attributes for flags and experiments (R3.11). @param group the experiment group, 1–10000 */
export function flagAttributes(
  profile: Pick<Profile, 'id' | 'loaded' | 'roles'>,
  address: Address,
  group: number,
  cookies: Pick<CookieJar, 'read'>,
) {
  const { url, path, query } = withoutSecrets(address)
  const parameters = new URLSearchParams(query)
  const utm = (name: string) => parameters.get(`utm_${name}`) ?? undefined
  const userId = profile.id === undefined ? undefined : String(profile.id)
  return {
    // Default hash attribute of experiments; a visitor has only the group.
    id: userId ?? `visitor-${group}`,
    userId,
    isUserLoggedIn: profile.loaded,
    isUserSubscriber: isSubscriber(profile.roles),
    userSubscriptionRoles: Object.keys(profile.roles).sort(),
    isArticleSubscriber: isArticleSubscriber(profile.roles),
    ppSplitTest: group,
    url,
    path,
    host: address.host,
    query,
    utmSource: utm('source'),
    utmMedium: utm('medium'),
    utmCampaign: utm('campaign'),
    utmTerm: utm('term'),
    utmContent: utm('content'),
    ...seenCampaigns(cookies),
  }
}

/** The address without secrets: a token in the path, a code in the query. */
function withoutSecrets({ origin, pathname, search }: Address) {
  const pattern = Object.values(routes).find(
    route => route.path.endsWith('/:token') && isPathOf(route.path, pathname),
  )
  const path = pattern?.path ?? pathname
  const parameters = new URLSearchParams(search)
  for (const name of secretParameters) parameters.delete(name)
  const text = parameters.toString()
  const query = text && `?${text}`
  return { url: `${origin}${path}${query}`, path, query }
}
