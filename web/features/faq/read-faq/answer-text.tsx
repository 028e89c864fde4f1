import { TextLink } from '#web/ui/text-link.tsx'
import { type Inline, parseAnswer } from './faq-format.ts'
import styles from './faq-list.module.css'

/** Renders an answer's text from its markup. */
export function AnswerText({ answer }: { answer: string }) {
  return (
    <div className={styles.answer}>
      {parseAnswer(answer).map((block, index) =>
        block.kind === 'paragraph' ? (
          <p key={index}>
            <Line content={block.content} />
          </p>
        ) : (
          <ul key={index} role="list">
            {block.items.map((item, place) => (
              <li key={place}>
                <Line content={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

function Line({ content }: { content: readonly Inline[] }) {
  return content.map((inline, index) =>
    typeof inline === 'string' ? (
      inline
    ) : (
      <TextLink key={index} href={inline.href}>
        {inline.text}
      </TextLink>
    ),
  )
}
