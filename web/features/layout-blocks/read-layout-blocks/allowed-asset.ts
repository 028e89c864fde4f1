import type { LayoutAsset } from '#contract/layout-blocks/layout-blocks.ts'

type AllowedAsset = { url: string; attributes: Record<string, string> }

const attributesOfBoth = ['crossorigin', 'integrity', 'referrerpolicy']
const attributesOf = {
  script: ['async', 'defer', 'type', ...attributesOfBoth],
  style: ['media', ...attributesOfBoth],
}
const programTypes: unknown[] = [undefined, 'module', 'text/javascript']

/**
 * What of a script or a style of the publisher may be loaded (R7.03): files of the hosts that the configuration
 * names, with attributes that change only how they are loaded.
 *
 * @param asset as the content host gave it
 * @param contentHost origin of the content host, to which relative addresses belong
 * @param ownOrigin origin of the page
 * @returns the whole address and the attributes; undefined when it may not be loaded
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
  // Data in a script element is no program, and must not become one by losing its type.
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
