import type { KnownTrouble } from '#contract/config/runtime-config.ts'
import type { Deps } from '#server/platform/deps.ts'
import { within } from '#server/platform/timeout.ts'
import { listKnownTroubles, type Trouble } from './store.ts'

/** A page begins without them rather than wait longer. */
const patienceMs = 300

/**
 * The troubles as every page is told of them at its start: one question at a time, however many pages begin; the last
 * known ones where the database does not answer.
 */
export function watchKnownTroubles(deps: Pick<Deps, 'db' | 'clock' | 'log'>): () => Promise<KnownTrouble[]> {
  let known: KnownTrouble[] = []
  let asked: Promise<void> | undefined
  const ask = async () => {
    try {
      known = (await listKnownTroubles(deps)).map(toContract)
    } catch (error) {
      deps.log.warn({ err: error }, 'the known troubles could not be read')
    } finally {
      asked = undefined
    }
  }
  return async () => {
    asked ??= ask()
    await within(patienceMs, asked)
    return known
  }
}

const toContract = ({ code, titleSk, titleEn, textSk, textEn, link, access }: Trouble): KnownTrouble => ({
  code,
  title: { sk: titleSk, en: titleEn },
  text: { sk: textSk, en: textEn },
  link,
  access,
})
