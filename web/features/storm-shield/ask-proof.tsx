import { createRoot } from 'react-dom/client'
import type { ApiError, Challenge } from '#web/lib/call/api-error.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * Shows a challenge as a dialog over any screen (R5.10). It has its own React root, so that every page and the
 * login can load it lazily.
 *
 * @param refused the server's refusal of the last answer
 * @returns the answer; undefined when the reader cancels
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
          passkey={challenge.passkey && canUsePasskeys() ? challenge.id : undefined}
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
