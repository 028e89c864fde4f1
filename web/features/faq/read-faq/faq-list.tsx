import { readFaq } from '#contract/faq/faq.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { SearchField } from '#web/blocks/search-field.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { useSearch } from '#web/lib/use-query-in-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FaqAnswers, FaqCategories } from './faq-categories.tsx'
import styles from './faq-list.module.css'
import { searchFaq } from './search-faq.ts'
import { useOpenByHash } from './use-open-by-hash.ts'

/** Questions by category with a search above them (R1.14). */
export function FaqList() {
  const t = useT()
  const faq = useEndpoint(readFaq, { query: { lang: currentLocale() } })
  const { data } = faq
  const { query, field, clear } = useSearch()
  useOpenByHash(data !== undefined)
  const helpdesk = runtimeConfig().helpdesk_email
  const coming = !data && (
    <div className={styles.body}>
      <Awaited query={faq} shape="rows" count={8} failed="faq.failed_title">
        <RichText id="faq.failed_text" values={{ helpdesk }} links={{ email: `mailto:${helpdesk}` }} />
      </Awaited>
    </div>
  )
  if (coming && faq.isError) return coming
  const found = data && searchFaq(data.categories, query)
  return (
    <>
      <div className={styles.search}>
        <SearchField label={t('faq.search')} {...field} />
      </div>
      <p role="status" className={styles.found}>
        {found && found.length > 0 && t('faq.found', { count: found.length })}
      </p>
      {found?.length === 0 && (
        <div className={styles.body}>
          <Notice tone="info" title={t('faq.nothing_title', { query: query.trim() })}>
            <p>
              <RichText id="faq.nothing_text" values={{ helpdesk }} links={{ email: `mailto:${helpdesk}` }} />
            </p>
            <Button variant="quiet" onClick={clear}>
              {t('faq.clear')}
            </Button>
          </Notice>
        </div>
      )}
      {found && <FaqAnswers items={found} />}
      {data && !found && <FaqCategories categories={data.categories} />}
      {coming}
    </>
  )
}
