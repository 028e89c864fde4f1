import { providerTitles, signInWithPath } from '#contract/identity/providers.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './provider-buttons.module.css'
import { ProviderLogo } from './provider-logo.tsx'

/**
 * The other ways in: by an account of Google, Facebook or Apple, as far as they are configured (R1.10).
 *
 * @param props.url whole address to which the reader goes on from there
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
