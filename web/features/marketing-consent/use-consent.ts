import { useEffect, useState } from 'react'
import { loadScript } from '#web/lib/browser/load-script.ts'
import { storageKeys } from '#web/lib/browser/storage.ts'
import { logFailure } from '#web/lib/log.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'
import { type Consent, readConsent, writeConsent } from './consent.ts'

export type MarketingService = {
  scriptUrl: string
  token: string
  /** Whom a reader would agree with. */
  name: string
}

/** Whether this page has loaded the service's script, which can't be unloaded. */
let isRunning = false

/**
 * The marketing consent, synchronised between tabs. The service's script is loaded when the reader agrees,
 * never before.
 */
export function useConsent({ scriptUrl, token }: MarketingService) {
  const { hostname: host } = new URL(scriptUrl)
  const [consent, setConsent] = useState<Consent | undefined>(() => readConsent(host, Date.now()))
  const agrees = consent?.marketing === true

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKeys.consent) setConsent(readConsent(host, Date.now()))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [host])
  useEffect(() => {
    if (!agrees || isRunning) return
    isRunning = true
    loadScript(scriptUrl, { 'data-token': token, 'data-lang': currentLocale() }).catch((error: unknown) => {
      isRunning = false
      logFailure('marketing', error)
    })
  }, [agrees, scriptUrl, token])

  return {
    consent,
    /** Whether the service's script runs in this page; only a reload ends it. */
    isRunning: () => isRunning,
    decide: (marketing: boolean) => setConsent(writeConsent(host, marketing, Date.now())),
  }
}
