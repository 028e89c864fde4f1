import type { LayoutItem } from '#contract/layout-blocks/layout-blocks.ts'
import { logFailure } from '#web/lib/log.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { allowedAsset } from './allowed-asset.ts'
import { cleanMarkup } from './allowed-markup.ts'

/** A block inherits only the page's font and colours. */
const base = new CSSStyleSheet()
base.replaceSync(
  ':host { all: initial; display: block; color: inherit; color-scheme: inherit; font: inherit }',
)

/** Loaded scripts: each runs once, even if several blocks reference it. */
const loaded = new Set<string>()

/**
 * Renders one block in its own shadow root, so that styles don't leak either way.
 *
 * @param name the block's name, set on its element for debugging
 * @param items in their order
 * @returns one promise for each style sheet, settled when it has arrived or failed
 */
export function showBlock(
  place: HTMLElement,
  name: string,
  items: readonly LayoutItem[],
): Promise<unknown>[] {
  const host = document.createElement('div')
  host.dataset['block'] = name
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [base]
  const styles: Promise<unknown>[] = []
  place.append(host)
  for (const item of items) {
    if (item.type === 'html') {
      const template = document.createElement('template')
      // Parsed in an inert template: nothing is fetched or run before it is sanitized.
      template.innerHTML = item.html
      const refused = cleanMarkup(template.content)
      if (refused.length > 0) logFailure('layout blocks', `${name} may not have ${refused.join(', ')}`)
      root.append(template.content)
      continue
    }
    const allowed = allowedAsset(item, runtimeConfig().hosts.content, location.origin)
    if (!allowed) logFailure('layout blocks', `${item.url} may not be loaded as a ${item.asset}`)
    else if (item.asset === 'style') styles.push(addStyle(root, allowed.url, allowed.attributes))
    else addScript(allowed.url, allowed.attributes)
  }
  return styles
}

function addStyle(root: ShadowRoot, url: string, attributes: Record<string, string>): Promise<unknown> {
  const link = withAttributes(document.createElement('link'), attributes)
  link.rel = 'stylesheet'
  link.href = url
  const settled = new Promise(resolve => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
  root.append(link)
  return settled
}

function addScript(url: string, attributes: Record<string, string>): void {
  if (loaded.has(url)) return
  loaded.add(url)
  const script = document.createElement('script')
  // Keeps the execution order, unless the `async` attribute is set.
  script.async = false
  withAttributes(script, attributes).src = url
  document.head.append(script)
}

function withAttributes<E extends Element>(element: E, attributes: Record<string, string>): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
