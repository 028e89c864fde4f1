import { readLayoutBlocks } from '#contract/layout-blocks/layout-blocks.ts'
import { call } from '#web/lib/call/api.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'
import { requireModest } from './modest-blocks.ts'
import { showBlock } from './show-block.ts'

const timeoutMs = 10_000

/** The blocks of each side, from the top of the page to its end. */
const blocksOf = {
  top: ['sme-pager', 'sme-header'],
  bottom: ['sme-footer', 'sme-endpage'],
} as const

/** Both sides share one request and its timeout. */
let asked: ReturnType<typeof ask> | undefined

/**
 * Puts the publisher's blocks of one side into their place (R7.03).
 *
 * @returns whether there are any, once they can be shown: style sheets have loaded, failed or timed out
 * @throws ApiError, a DOMException on a timeout of the content host, or an Error when its answer is too large
 */
export async function fillPlace(place: HTMLElement, side: keyof typeof blocksOf): Promise<boolean> {
  asked ??= ask()
  const { answer, late } = asked
  const blocks = await answer
  requireModest(blocks)
  const styled = blocksOf[side].map(name => {
    const items = blocks[name]
    return items.length > 0 ? showBlock(place, name, items) : []
  })
  await Promise.race([Promise.all(styled.flat()), late])
  return place.hasChildNodes()
}

function ask() {
  const time = new AbortController()
  const { environment, hosts } = runtimeConfig()
  const query = { chset: 'utf-8', env: environment, lang: currentLocale() } as const
  setTimeout(() => time.abort(new DOMException('Timeout', 'TimeoutError')), timeoutMs)
  return {
    answer: call(readLayoutBlocks, { query }, { origin: hosts.content, signal: time.signal }),
    late: new Promise(resolve => {
      time.signal.addEventListener('abort', resolve)
    }),
  }
}
