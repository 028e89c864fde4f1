import { useState } from 'react'
import { readUser } from '#contract/identity/identity.ts'
import { listPasskeys } from '#contract/identity/passkeys.ts'
import { Step } from '#web/blocks/step.tsx'
import { makePasskey } from '#web/features/identity/add-passkey/make-passkey.ts'
import { readStored, writeStored } from '#web/lib/browser/storage.ts'
import { call, currentSession } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { serviceMode } from '#web/lib/service-mode.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { leaveLater } from './leave.ts'

/**
 * Whether a passkey is offered after a sign-in with a password: once in a browser, on a device that can, to a reader who has
 * none and could add one. Whatever fails, the reader goes on.
 */
export async function isPasskeyOffered(): Promise<boolean> {
  if (!canUsePasskeys() || serviceMode() || readStored('passkeyOffer') !== undefined) return false
  try {
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false
    currentSession().noteIssued()
    const params = ownParams()
    if (params === undefined) return false
    const [user, { items }] = await Promise.all([call(readUser, { params }), call(listPasskeys, { params })])
    return user.confirmed && user.anonymization === null && items.length === 0
  } catch {
    return false
  }
}

function ownParams() {
  const userId = currentSession().userId()
  return userId === undefined ? undefined : { userId: String(userId) }
}

/** Offers to sign in without a password from now on; a refusal is kept for good. */
export function PasskeyOffer() {
  const t = useT()
  // Of whom it was made for: another reader may sign in in another tab meanwhile.
  const [params] = useState(ownParams)
  const leave = () => {
    writeStored('passkeyOffer', 'told')
    return leaveLater()
  }
  const { busy, onSubmit, problems } = useSubmission([], async () => {
    if (params !== undefined && (await makePasskey(params)) === undefined) return
    await leave()
  })
  return (
    <Step title={t('login.passkey.title')} focus="title" lead={t('login.passkey.lead')}>
      <Problems texts={problems} />
      <Actions>
        <Button variant="primary" busy={busy} onClick={onSubmit}>
          {t('login.passkey.set_up')}
        </Button>
        <Button onClick={() => void leave()}>{t('login.passkey.not_now')}</Button>
      </Actions>
    </Step>
  )
}
