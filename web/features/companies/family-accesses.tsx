import { routes } from '#contract/routes.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './access-manager.module.css'
import { AccessManager } from './access-manager.tsx'
import { useShared } from './use-shared.ts'

/** Whom the owner of a family subscription has invited; it is managed like the accesses of a company. */
export function FamilyAccesses() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useShared()
  if (!data) {
    return isError ? (
      <ErrorBlock
        title={t('common.block_failed_title')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton shape="answer" label={t('common.loading')} />
    )
  }
  const shared = data.items.find(each => each.kind === 'family')
  return (
    <>
      {shared ? (
        <AccessManager shared={shared} />
      ) : (
        <>
          <p className={styles.answer}>{t('companies.family_none')}</p>
          <p className={styles.period}>
            <RichText
              id="companies.family_none_text"
              tags={{ store: words => <TextLink href={runtimeConfig().hosts.store}>{words}</TextLink> }}
            />
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
