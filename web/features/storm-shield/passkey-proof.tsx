import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { isGivenUp, loadWebAuthn } from '#web/lib/passkeys.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import type { ProofProps } from './proof-props.ts'

/** A passkey of the account instead of what is asked for: it signs the challenge's id. */
export function PasskeyProof({ challenge, onAnswer }: ProofProps & { challenge: string }) {
  const t = useT()
  const { busy, onSubmit } = useSubmission([], async () => {
    const { startAuthentication } = await loadWebAuthn()
    const text = btoa(challenge).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const { passkey_domain: rpId = '' } = runtimeConfig()
    const optionsJSON = { challenge: text, rpId, userVerification: 'required' as const }
    try {
      onAnswer(JSON.stringify(await startAuthentication({ optionsJSON })))
    } catch (error) {
      if (!isGivenUp(error)) throw error
    }
  })
  return (
    <Button busy={busy} onClick={onSubmit}>
      {t('proof.passkey')}
    </Button>
  )
}
