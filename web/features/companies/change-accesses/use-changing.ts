import { useState } from 'react'
import { type Access, changeAccesses } from '#contract/companies/companies.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { call } from '#web/lib/call/api.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { inParts } from '../add-accesses/prepare-lines.ts'
import type { Progress } from '../parts-progress.tsx'
import type { RefusedLine } from '../refused-lines.tsx'
import { readAllAccesses, refreshAccesses, type useSharedParams } from '../use-shared.ts'

export type Act = EndpointInput<typeof changeAccesses>['body']['act']
type Params = ReturnType<typeof useSharedParams>

const partSize = 50

/**
 * Does the same with many accesses in batches.
 *
 * @param onPart called after each with how many of its accesses were tried, and those that were refused
 */
export async function changeInParts(
  params: Params,
  act: Act,
  chosen: readonly Access[],
  onPart: (tried: number, refused: readonly RefusedLine[]) => void,
): Promise<void> {
  for (const part of inParts(chosen, partSize)) {
    const { results } = await call(changeAccesses, { params, body: { act, ids: part.map(({ id }) => id) } })
    const refused = results.flatMap(({ id, error }) => {
      const name = part.find(each => each.id === id)?.email ?? ''
      return error ? [{ key: id, name, why: errorText(error.key) }] : []
    })
    onPart(part.length, refused)
  }
}

/** What an act has made of an access; a mail that was sent is not seen there. */
const doneBy: Record<Act, (access: Access) => boolean> = {
  send_link: () => false,
  deactivate: ({ state }) => state === 'deactivated',
  activate: ({ state }) => state === 'waiting' || state === 'active',
}

export type ChangingResult = { act: Act; changed: number; refused: readonly RefusedLine[]; left: number }

/**
 * Changes of many accesses, with progress and a result for each.
 *
 * @param onLeft called at the end with those that were not tried, since a call failed
 */
export function useChanging(params: Params, onLeft: (left: readonly Access[]) => void) {
  const [progress, setProgress] = useState<Progress>()
  const [result, setResult] = useState<ChangingResult>()
  const change = async (act: Act, chosen: readonly Access[]) => {
    const refused: RefusedLine[] = []
    let done = 0
    let unanswered = 0
    let left: readonly Access[] = []
    setResult(undefined)
    setProgress({ done, count: chosen.length })
    try {
      await changeInParts(params, act, chosen, (tried, some) => {
        done += tried
        refused.push(...some)
        setProgress({ done, count: chosen.length })
      })
    } catch (error) {
      // Of a part whose answer was lost, what was done is not left to do.
      const now = await readAllAccesses(params).catch(() => ({ items: [] }))
      const isDone = new Set(now.items.filter(doneBy[act]).map(({ id }) => id))
      unanswered = chosen.slice(done).filter(({ id }) => isDone.has(id)).length
      left = chosen.slice(done).filter(({ id }) => !isDone.has(id))
      if (left.length > 0) throw error
    } finally {
      await refreshAccesses()
      setProgress(undefined)
      setResult({ act, changed: done + unanswered - refused.length, refused, left: left.length })
      onLeft(left)
    }
  }
  return { change, progress, result }
}
