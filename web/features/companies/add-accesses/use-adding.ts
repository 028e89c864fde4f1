import { useState } from 'react'
import { addAccesses } from '#contract/companies/companies.ts'
import type { EmailLine } from '#contract/companies/pasted-emails.ts'
import type { Values } from '#locales/values-of.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { changeInParts } from '../change-accesses/use-changing.ts'
import type { Progress } from '../parts-progress.tsx'
import type { RefusedLine } from '../refused-lines.tsx'
import { readAllAccesses, refreshAccesses, useSharedParams } from '../use-shared.ts'
import { isSamePlan, type Plan, planList } from './plan-list.ts'
import { inParts } from './prepare-lines.ts'

/** Result of a list: how many were added and removed, and refusals of the others. */
export type AddingResult = {
  added: number
  removed: number
  refused: readonly RefusedLine[]
  /** How many are still to be added and removed, where a call failed, and when that was by the server's time. */
  broken: { error: unknown; atMs: number; adding: number; removing: number } | undefined
}

/** Most addresses of a list. */
export const mostInList = 5000

const partSize = 50

type Adding = {
  emails: readonly EmailLine[]
  sendLinks: boolean
  /** Whether who is not in the list loses the access. */
  removeOthers: boolean
  /** Called when the whole list was tried. */
  onDone: () => void
}

/**
 * Does what a list says in two steps: what would change is shown, then exactly that is done, in batches with progress.
 * When the accesses have changed in between, it is shown anew. After a failed call the same list can be planned again, of
 * which only the rest is left to do.
 */
export function useAdding(subscriptionId: number, { emails, sendLinks, removeOthers, onDone }: Adding) {
  const params = useSharedParams(subscriptionId)
  const [plan, setPlan] = useState<{ plan: Plan; isAnew: boolean }>()
  const [progress, setProgress] = useState<Progress>()
  const [result, setResult] = useState<AddingResult>()
  const read = async () => planList(emails, await readAllAccesses(params), removeOthers)

  const planning = useSubmission(['emails'], async () => {
    setResult(undefined)
    if (emails.length === 0) throw refusal('required')
    if (emails.length > mostInList) throw refusal('company_too_many_lines', { max: mostInList })
    setPlan({ plan: await read(), isAnew: false })
  })

  const carryOut = async ({ added, removed }: Plan) => {
    const refused: RefusedLine[] = []
    const count = removed.length + added.length
    let ended = 0
    let triedEnding = 0
    let sent = 0
    let refusedAdding = 0
    let broken: AddingResult['broken']
    setProgress({ done: 0, count })
    try {
      // First those who leave, so that their seats are free.
      await changeInParts(params, 'deactivate', removed, (tried, some) => {
        ended += tried - some.length
        triedEnding += tried
        refused.push(...some)
        setProgress({ done: triedEnding, count })
      })
      for (const part of inParts(added, partSize)) {
        const body = { emails: part.map(line => line.email), send_links: sendLinks }
        const { results } = await call(addAccesses, { params, body })
        for (const { line, email, error } of results) {
          if (!error) continue
          refusedAdding++
          const number = part[line - 1]?.line ?? 0
          const told = translate('companies.many_line', { line: number })
          refused.push({ key: -number, line: told, name: email, why: errorText(error.key) })
        }
        sent += part.length
        setProgress({ done: removed.length + sent, count })
      }
      onDone()
    } catch (error) {
      const atMs = serverTimeMs()
      // Of a part whose answer was lost, what was done is not left to do.
      const now = await read().catch(() => ({ added, removed, wrong: [] }))
      const lines = new Set([...now.added, ...now.wrong].map(({ line }) => line))
      const ids = new Set(now.removed.map(({ id }) => id))
      const adding = added.slice(sent).filter(({ line }) => lines.has(line)).length
      const removing = removed.slice(triedEnding).filter(({ id }) => ids.has(id)).length
      sent = added.length - adding
      ended += removed.length - triedEnding - removing
      if (adding + removing > 0) {
        broken = { error, atMs, adding, removing }
        throw error
      }
      onDone()
    } finally {
      setProgress(undefined)
      setResult({ added: sent - refusedAdding, removed: ended, refused, broken })
      setPlan(undefined)
      await refreshAccesses()
    }
  }

  const confirm = async (seen: Plan) => {
    const now = await read()
    if (isSamePlan(seen, now)) await carryOut(now)
    else setPlan({ plan: now, isAnew: true })
  }
  return { planning, confirm, plan, progress, result, back: () => setPlan(undefined) }
}

const refusal = (key: string, params: Values = {}) =>
  new ApiError('unprocessable_entity', { faults: [{ key, field: 'emails', message: '', params }] })
