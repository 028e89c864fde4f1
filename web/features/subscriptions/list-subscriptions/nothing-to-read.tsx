import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { describeNoneRunning } from './describe-none-running.ts'
import { SentencesText, SentenceText } from './sentence-text.tsx'
import styles from './subscription-list.module.css'

/** Shown without a running subscription: the last or next one, and offers (R1.21) unless the account is
 * about to be deleted. */
export function NothingToRead({
  all,
  isAnonymizationPending,
}: {
  all: readonly Subscription[]
  isAnonymizationPending: boolean
}) {
  const t = useT()
  const { answer, next, offer } = describeNoneRunning(all)
  return (
    <div className={styles.current}>
      <Heading level={2} look="answer">
        <SentenceText {...answer} />
      </Heading>
      {next.length > 0 && (
        <p className={styles.lead}>
          <SentencesText sentences={next} />
        </p>
      )}
      {offer && !isAnonymizationPending && (
        <>
          <p className={styles.lead}>
            <SentencesText sentences={offer.text} />
          </p>
          <div className={styles.offer}>
            <Actions>
              <ButtonLink variant="primary" href={runtimeConfig().hosts.store}>
                {t(offer.button)}
              </ButtonLink>
            </Actions>
          </div>
        </>
      )}
    </div>
  )
}
