import type { ReactNode } from 'react'
import type { MessageKey } from '#locales/message-values.ts'
import type { MessageOf } from '#locales/values-of.ts'
import styles from '#web/blocks/step.module.css'
import { type PlainMessageKey, useT } from '#web/lib/texts/i18n.ts'
import { MessageText } from '#web/lib/texts/rich-text.tsx'
import { Heading } from '#web/ui/heading.tsx'

type AnswerProps = {
  answer: PlainMessageKey
  lead: MessageOf<Extract<MessageKey, `activation.${string}`>>
  /** Replaces the control just used, so it takes the focus. */
  arrives?: boolean
  children: ReactNode
}

/** The page's main sentence, details and actions. */
export function Answer({ answer, lead, arrives = false, children }: AnswerProps) {
  const t = useT()
  return (
    <>
      <Heading level={2} look="answer" arrives={arrives}>
        {t(answer)}
      </Heading>
      <p className={styles.lead}>
        <MessageText message={lead} />
      </p>
      <div className={styles.body}>{children}</div>
    </>
  )
}
