import { type CookieJar, otherCookies } from '../browser/cookies.ts'
import { parseJson } from '../browser/storage.ts'

export type SeenCampaigns = { seenCampaigns: string[]; seenVariants: string[]; seenBanners: string[] }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const count = (value: unknown) => (typeof value === 'number' ? value : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/**
 * Which campaigns, variants and banners the reader has seen, by the cookie of REMP Campaign (R3.11). Its value
 * is JSON, raw or URL-encoded; anything else counts as nothing seen. The names of a campaign's data were shortened once,
 * and old cookies remain.
 */
export function seenCampaigns(cookies: Pick<CookieJar, 'read'>): SeenCampaigns {
  const seen = Object.entries(campaignsOf(cookies.read(otherCookies.campaigns) ?? '')).flatMap(
    ([id, kept]) => {
      if (!isFields(kept)) return []
      const times = count(kept['seen']) ?? count(kept['sn'])
      const variantId = text(kept['variantId']) ?? text(kept['vi'])
      const bannerId = text(kept['bannerId']) ?? text(kept['bi'])
      // Skips campaigns that only counted page views.
      return times === 0 || (times === undefined && bannerId === undefined)
        ? []
        : [{ id, variantId, bannerId }]
    },
  )
  return {
    seenCampaigns: seen.map(each => each.id),
    seenVariants: seen.flatMap(each => each.variantId || []),
    seenBanners: seen.flatMap(each => each.bannerId || []),
  }
}

function campaignsOf(value: string): Fields {
  // At most: encoded, and JSON within JSON.
  let found = parseJson(value) ?? parseJson(decoded(value))
  if (typeof found === 'string') found = parseJson(found)
  if (!isFields(found)) return {}
  // Format of an early version.
  return isFields(found['values']) ? found['values'] : found
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
