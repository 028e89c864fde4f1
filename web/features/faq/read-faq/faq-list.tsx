import { actNames } from '#contract/faq/acts.ts'
import { ActLinks } from '#web/blocks/act-links.tsx'
import { Awaited } from '#web/blocks/awaited.tsx'
import { SearchField } from '#web/blocks/search-field.tsx'
import { contactAddress } from '#web/lib/contact-address.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { useSearch } from '#web/lib/use-query-in-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ActOffer } from './act-offer.tsx'
import { FaqAnswers, FaqCategories } from './faq-categories.tsx'
import styles from './faq-list.module.css'
import { useCountVain } from './use-count-vain.ts'
import { type Answer, useFaq } from './use-faq.ts'
import { useFaqSearch } from './use-faq-search.ts'
import { useOpenByHash } from './use-open-by-hash.ts'

/** So many of the best answers may name the act that is offered above them. */
const decisive = 2
const mostLookedFor = actNames.slice(0, 3)

/** Questions by category with a search above them (R1.14, R13.07). */
export function FaqList() {
  const t = useT()
  const { query, field, clear } = useSearch()
  const { questions, answers, answered, asked } = useFaq(query)
  const search = useFaqSearch(answered)
  const found = search?.(query)
  /** An address with a query waits for the search, instead of showing everything first. */
  const isSearchComing = !search && query.trim() !== ''
  const isAllShown = asked !== undefined && !found && !isSearchComing
  useOpenByHash(isAllShown)
  useCountVain(query, found?.length === 0)
  const helpdesk = runtimeConfig().helpdesk_email
  const coming = (
    <div className={styles.body}>
      <Awaited query={[questions, answers]} shape="rows" count={8} failed="faq.failed_title">
        <RichText id="faq.failed_text" values={{ helpdesk }} links={{ email: `mailto:${helpdesk}` }} />
      </Awaited>
    </div>
  )
  if (!asked && (questions.isError || answers.isError)) return coming
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
            <p>{t('faq.nothing_acts')}</p>
            <ActLinks names={mostLookedFor} />
            <p>
              <RichText id="faq.nothing_text" links={{ write: contactAddress() }} />
            </p>
            <Button variant="quiet" onClick={clear}>
              {t('faq.clear')}
            </Button>
          </Notice>
        </div>
      )}
      {found && <OfferedAct best={found.slice(0, decisive)} />}
      {answered && found && <FaqAnswers items={found} of={answered} />}
      {isAllShown && <FaqCategories categories={asked} coming={<Awaited query={answers} shape="text" />} />}
      {(!asked || isSearchComing) && coming}
    </>
  )
}

function OfferedAct({ best }: { best: readonly Answer[] }) {
  const act = best.find(each => each.act !== null)?.act
  return act ? <ActOffer act={act} /> : null
}
