import { useState } from 'react'
import { addAccesses, mostLines } from '#contract/companies/companies.ts'
import type { EmailLine } from '#contract/companies/pasted-emails.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { refreshAccesses, useSharedParams } from '../use-shared.ts'
import { inParts, prepareLines } from './prepare-lines.ts'

/** Result of adding a list: number of added addresses, and refusals of the others. */
export type AddingResult = {
  added: number
  refused: readonly (EmailLine & { why: string })[]
  /** Lines that were not sent, since a call failed. */
  left: number
}

const partSize = 25

type Adding = {
  emails: readonly EmailLine[]
  sendLinks: boolean
  /** Called with the lines that were not sent; empty when all were. */
  onLeft: (lines: readonly EmailLine[]) => void
}

/** Adds a list of addresses in batches, with progress; after a failed call the rest can be sent again. */
export function useAdding(subscriptionId: number, { emails, sendLinks, onLeft }: Adding) {
  const params = useSharedParams(subscriptionId)
  const [progress, setProgress] = useState<{ done: number; count: number }>()
  const [result, setResult] = useState<AddingResult>()
  const { toSend, twice } = prepareLines(emails)

  const submission = useSubmission(['emails'], async () => {
    setResult(undefined)
    if (toSend.length === 0) throw refusal('required')
    if (toSend.length > mostLines) throw refusal('company_too_many_lines')
    const refused = twice.map(line => ({ ...line, why: translate('companies.many_twice') }))
    let added = 0
    let done = 0
    try {
      for (const part of inParts(toSend, partSize)) {
        setProgress({ done, count: toSend.length })
        const body = { emails: part.map(line => line.email), send_links: sendLinks }
        const { results } = await call(addAccesses, { params, body })
        for (const { line, error } of results) {
          const sent = part[line - 1]
          if (!error) added++
          else if (sent) refused.push({ ...sent, why: errorText(error.key) })
        }
        done += part.length
      }
    } finally {
      setProgress(undefined)
      setResult({ added, refused: refused.toSorted((a, b) => a.line - b.line), left: toSend.length - done })
      onLeft(toSend.slice(done))
      if (done > 0) await refreshAccesses()
    }
  })
  return { ...submission, progress, result, count: toSend.length }
}

const refusal = (key: string) =>
  new ApiError('unprocessable_entity', { faults: [{ key, field: 'emails', message: '' }] })
