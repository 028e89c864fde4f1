import type { LayoutAsset } from '#contract/layout-blocks/layout-blocks.ts'

type AllowedAsset = { url: string; attributes: Record<string, string> }

const attributesOfBoth = ['crossorigin', 'integrity', 'referrerpolicy']
const attributesOf = {
  script: ['async', 'defer', 'type', ...attributesOfBoth],
  style: ['media', ...attributesOfBoth],
}
const programTypes: unknown[] = [undefined, 'module', 'text/javascript']

/**
 * Allowlist for the publisher's scripts and styles (R7.03): files of the configured hosts, with attributes that
 * only affect loading.
 *
 * @param asset as the content host gave it
 * @param contentHost origin of the content host, base of relative addresses
 * @param ownOrigin origin of the page
 * @returns the absolute address and the attributes; undefined when it may not be loaded
 */
export function allowedAsset(
  { asset, url, attr }: LayoutAsset,
  contentHost: string,
  ownOrigin: string,
): AllowedAsset | undefined {
  const address = addressOf(url, contentHost)
  const origins = [new URL(contentHost).origin, ownOrigin]
  if (!address || !origins.includes(address.origin)) return undefined
  const attributes: AllowedAsset['attributes'] = {}
  for (const [given, value] of Object.entries(attr)) {
    const name = given.toLowerCase()
    if (value === false || !isAllowed(asset, name)) continue
    attributes[name] = value === true ? '' : value
  }
  // A data block (unknown `type`) must not become executable by losing its type.
  return programTypes.includes(attributes['type']) ? { url: address.href, attributes } : undefined
}

function addressOf(url: string, base: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

const isAllowed = (asset: LayoutAsset['asset'], name: string): boolean =>
  attributesOf[asset].includes(name) || /^data-[\w.-]+$/.test(name)
