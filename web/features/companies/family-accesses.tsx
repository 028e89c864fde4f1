import { routes } from '#contract/routes.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Answer } from '#web/ui/heading.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './access-manager.module.css'
import { AccessManager } from './access-manager.tsx'
import { useShared } from './use-shared.ts'

/** Accesses of a family subscription, managed like those of a company. */
export function FamilyAccesses() {
  const t = useT()
  const query = useShared()
  const { data } = query
  if (!data) {
    return <Awaited query={query} shape="answer" />
  }
  const shared = data.items.find(each => each.kind === 'family')
  return (
    <>
      {shared ? (
        <AccessManager shared={shared} />
      ) : (
        <>
          <Answer>{t('companies.family_none')}</Answer>
          <p className={styles.period}>
            <RichText id="companies.family_none_text" links={{ store: runtimeConfig().hosts.store }} />
          </p>
        </>
      )}
      <p className={styles.back}>
        <TextLink standalone href={routes.subscription.path}>
          {t('companies.back_to_subscription')}
        </TextLink>
      </p>
    </>
  )
}
