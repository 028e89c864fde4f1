import { useEffect } from 'react'
import { countFaqUse, type FaqUse } from '#contract/faq/faq.ts'
import { call } from '#web/lib/call/api.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'

/** A search that stands for so long is meant; a shorter one is still being typed. */
const restMs = 1500
const shortest = 3
const batch = 10

/** Told together, when the page is left, and each once. */
let waiting: FaqUse[] = []
const told = new Set<string>()

/** Counts searches that found nothing, for the publisher. */
export function useCountVain(query: string, foundNothing: boolean): void {
  useEffect(() => {
    const about = query.trim()
    if (!foundNothing || about.length < shortest || told.has(about)) return undefined
    const timer = setTimeout(() => {
      told.add(about)
      waiting.push({ kind: 'nothing_found', about })
      if (waiting.length === batch) tell()
    }, restMs)
    return () => clearTimeout(timer)
  }, [query, foundNothing])
  useEffect(() => {
    document.addEventListener('visibilitychange', tellWhenHidden)
    return () => {
      document.removeEventListener('visibilitychange', tellWhenHidden)
      tell()
    }
  }, [])
}

function tellWhenHidden(): void {
  if (document.visibilityState === 'hidden') tell()
}

function tell(): void {
  const uses = waiting
  waiting = []
  if (uses.length > 0) void countUse(uses)
}

/** Counts what the questions were used for; a failure is only logged. */
export const countUse = (uses: FaqUse[]): Promise<unknown> =>
  call(countFaqUse, { body: { lang: currentLocale(), uses } }, { keepalive: true }).catch(() => {})
