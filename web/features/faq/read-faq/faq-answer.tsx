import { type ReactNode, useState } from 'react'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Question } from './questions.ts'

/** A question that unfolds its answer, which may be on its way; `/faq#slug` is its address. */
export function FaqAnswer({ question, children }: { question: Question; children: ReactNode }) {
  // The one that the address names is unfolded before the browser tells so.
  const [isOpen, setOpen] = useState(() => location.hash === `#${question.slug}`)
  return (
    <Disclosure id={question.slug} summary={question.question} onToggle={setOpen}>
      {('answer' in question || isOpen) && children}
    </Disclosure>
  )
}
