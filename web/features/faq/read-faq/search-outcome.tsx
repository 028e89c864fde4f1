import { actNames } from '#contract/faq/acts.ts'
import { ActLinks } from '#web/blocks/act-links.tsx'
import { contactAddress } from '#web/lib/contact-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ActOffer } from './act-offer.tsx'
import styles from './faq-list.module.css'
import type { Answer } from './questions.ts'
import { useCountVain } from './use-count-vain.ts'

/** So many of the best answers may name the act that is offered above them. */
const decisive = 2
const mostLookedFor = actNames.slice(0, 3)

type SearchOutcomeProps = {
  query: string
  /** The best first; undefined where nothing is searched for. */
  found: readonly Answer[] | undefined
  onClear: () => void
}

/** What stands above the answers that a search found: the act itself, or what to do when there are none. */
export function SearchOutcome({ query, found, onClear }: SearchOutcomeProps) {
  const t = useT()
  useCountVain(query, found?.length === 0)
  if (!found) return null
  const act = found.slice(0, decisive).find(each => each.act !== null)?.act
  if (found.length > 0) return act ? <ActOffer act={act} /> : null
  return (
    <div className={styles.body}>
      <Notice tone="info" title={t('faq.nothing_title', { query: query.trim() })}>
        <p>{t('faq.nothing_acts')}</p>
        <ActLinks names={mostLookedFor} />
        <p>
          <RichText id="faq.nothing_text" links={{ write: contactAddress() }} />
        </p>
        <Button variant="quiet" onClick={onClear}>
          {t('faq.clear')}
        </Button>
      </Notice>
    </div>
  )
}
