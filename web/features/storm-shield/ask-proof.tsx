import { createRoot } from 'react-dom/client'
import type { ApiError, Challenge } from '#web/lib/call/api-error.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * Asks the reader for what the server wants proven, over whatever is on the screen (R5.10). It stands in a place of
 * its own in the document, so that every page and the login have it without carrying it.
 *
 * @param refused what the server said of the last try
 * @returns the answer; undefined when the reader gives it up
 */
export async function askProof(challenge: Challenge, refused: ApiError): Promise<string | undefined> {
  await addPagePart('protection')
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const wasWrong = refused.faults.some(({ key }) => key !== 'storm_shield')
  try {
    return await new Promise(resolve => {
      root.render(
        <ProofDialog
          kind={challenge.kind}
          problem={wasWrong ? textOfError(refused) : undefined}
          onAnswer={resolve}
          onGiveUp={() => resolve(undefined)}
        />,
      )
    })
  } finally {
    root.unmount()
    place.remove()
  }
}
