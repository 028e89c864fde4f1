import { providerTitles, signInWithPath } from '#contract/identity/providers.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './provider-buttons.module.css'
import { ProviderLogo } from './provider-logo.tsx'

/**
 * Sign-in buttons of the configured providers: Google, Facebook, Apple (R1.10).
 *
 * @param props.url absolute return address
 */
export function ProviderButtons({ url }: { url: string }) {
  const t = useT()
  const { hosts, sign_in_providers: providers = [] } = runtimeConfig()
  if (providers.length === 0) return null
  const query = new URLSearchParams({ url, lang: currentLocale() }).toString()
  return (
    <div className={styles.buttons}>
      <p className={styles.or}>{t('login.with.or')}</p>
      {providers.map(provider => {
        const path = signInWithPath.replace(':provider', provider)
        return (
          <ButtonLink key={provider} href={`${new URL(path, hosts.central_login).href}?${query}`}>
            <ProviderLogo provider={provider} />
            {t('login.with.continue', { name: providerTitles[provider] })}
          </ButtonLink>
        )
      })}
    </div>
  )
}
