import * as z from 'zod/mini'
import { type CookieJar, otherCookies } from '../cookies.ts'
import { parseJson } from '../storage.ts'

const text = z.catch(z.optional(z.string()), undefined)
const count = z.catch(z.optional(z.number()), undefined)

/** REMP Campaign's data of one campaign; its names were shortened once, and old cookies remain. */
const Campaign = z.object({
  sn: count,
  seen: count,
  vi: text,
  variantId: text,
  bi: text,
  bannerId: text,
})
const Campaigns = z.record(z.string(), z.unknown())
/** Format of an early version. */
const Wrapped = z.object({ values: Campaigns })

export type SeenCampaigns = { seenCampaigns: string[]; seenVariants: string[]; seenBanners: string[] }

/**
 * Which campaigns, variants and banners the reader has seen, by the cookie of REMP Campaign (R3.11). Its value
 * is JSON, raw or URL-encoded; anything else counts as nothing seen.
 */
export function seenCampaigns(cookies: Pick<CookieJar, 'read'>): SeenCampaigns {
  const seen = Object.entries(campaignsOf(cookies.read(otherCookies.campaigns) ?? '')).flatMap(
    ([id, kept]) => {
      const campaign = Campaign.safeParse(kept)
      if (!campaign.success) return []
      const { sn, seen: times = sn, vi, variantId = vi, bi, bannerId = bi } = campaign.data
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

function campaignsOf(value: string): Record<string, unknown> {
  // At most: encoded, and JSON within JSON.
  let found = parseJson(value) ?? parseJson(decoded(value))
  if (typeof found === 'string') found = parseJson(found)
  const wrapped = Wrapped.safeParse(found)
  if (wrapped.success) return wrapped.data.values
  const campaigns = Campaigns.safeParse(found)
  return campaigns.success ? campaigns.data : {}
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
