import { addPasskey, beginPasskey } from '#contract/identity/passkeys.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { isGivenUp, isMadeBefore, loadWebAuthn } from '#web/lib/passkeys.ts'

/**
 * Has the browser make a passkey, and adds it to the account.
 *
 * @param params whose
 * @returns its id; undefined when the reader closed the browser's dialog
 * @throws ApiError
 */
export async function makePasskey(params: { userId: string }): Promise<string | undefined> {
  const { options } = await call(beginPasskey, { params })
  const { startRegistration } = await loadWebAuthn()
  try {
    // The browser checks them itself.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
    const made = await startRegistration({ optionsJSON })
    const { id } = await call(addPasskey, { params, body: { credential: JSON.stringify(made) } })
    return id
  } catch (error) {
    if (isGivenUp(error)) return undefined
    if (error instanceof ApiError) throw error
    const key = isMadeBefore(error) ? 'passkey_exists' : 'passkey_failed'
    throw new ApiError('unprocessable_entity', { faults: [{ key, message: '' }] })
  }
}
