import { Awaited } from '#web/blocks/awaited.tsx'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { SearchField } from '#web/blocks/search-field.tsx'
import { useSearch } from '#web/lib/navigation/use-query-in-address.ts'
import { answerHours, runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { FaqAnswers, FaqCategories } from './faq-categories.tsx'
import styles from './faq-list.module.css'
import type { Question } from './questions.ts'
import { useFaq } from './use-faq.ts'
import { useFaqSearch } from './use-faq-search.ts'
import { useOpenByHash } from './use-open-by-hash.ts'

/** Questions by category with a search above them (R1.14, R13.07). */
export function FaqList() {
  const t = useT()
  const { query, field, clear } = useSearch()
  const { questions, answers, parts, answered, asked } = useFaq(query)
  const search = useFaqSearch(answered)
  const found = search?.(query)
  /** An address with a query waits for the search, instead of showing everything first. */
  const isSearchComing = !search && query.trim() !== ''
  const isAllShown = asked !== undefined && !found && !isSearchComing
  useOpenByHash(isAllShown)
  const helpdesk = runtimeConfig().helpdesk_email
  const coming = parts.isError ? (
    offerReload()
  ) : (
    <Awaited query={[questions, answers]} shape="rows" count={8} failed="faq.failed_title">
      <RichText
        id="faq.failed_text"
        values={{ helpdesk, hours: answerHours() }}
        links={{ email: `mailto:${helpdesk}` }}
      />
    </Awaited>
  )
  const comingAnswer = parts.isError ? offerReload() : <Awaited query={answers} shape="text" />
  const unfold = (question: Question) =>
    parts.data && answered && 'answer' in question ? (
      <parts.data.UnfoldedAnswer answer={question} categories={answered} />
    ) : (
      comingAnswer
    )
  if (!asked && (questions.isError || answers.isError)) return <div className={styles.body}>{coming}</div>
  return (
    <>
      <div className={styles.search}>
        <SearchField label={t('faq.search')} {...field} />
      </div>
      <p role="status" className={styles.found}>
        {found && found.length > 0 && t('faq.found', { count: found.length })}
      </p>
      {parts.data && <parts.data.SearchOutcome query={query} found={found} onClear={clear} />}
      {found && <FaqAnswers items={found} unfold={unfold} />}
      {isAllShown && <FaqCategories categories={asked} unfold={unfold} />}
      {(!asked || isSearchComing) && <div className={styles.body}>{coming}</div>}
    </>
  )
}
