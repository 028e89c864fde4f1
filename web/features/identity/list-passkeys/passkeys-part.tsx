import { useRef, useState } from 'react'
import { listPasskeys, mostPasskeys } from '#contract/identity/passkeys.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { makePasskey } from '../add-passkey/make-passkey.ts'
import { PasskeyRow } from './passkey-row.tsx'
import styles from './passkeys-part.module.css'

/** Passkeys: what they are, those there are, and adding one where this address and browser can (R13.01). */
export function PasskeysPart({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useT()
  const params = useOwnParams()
  const query = useEndpoint(listPasskeys, { params })
  const place = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState<string>()
  const onChanged = async (text: string) => {
    await invalidate(listPasskeys)
    leadFocus(place.current)
    setTold(text)
  }
  const add = useSubmission([], async () => {
    setTold(undefined)
    try {
      const id = await makePasskey(params)
      if (id !== undefined) await onChanged(t('passkeys.added'))
    } catch (error) {
      // It may be there all the same: its answer was lost, or it was added in another window.
      void invalidate(listPasskeys)
      throw error
    }
  })
  const items = query.data?.items
  const why = whyNot(isConfirmed, (items?.length ?? 0) >= mostPasskeys)
  return (
    <div ref={place} tabIndex={-1} className={styles.part}>
      <Heading level={3} look="part">
        {t('passkeys.title')}
      </Heading>
      <p>{t('passkeys.lead')}</p>
      {told !== undefined && <Notice tone="good">{told}</Notice>}
      {items ? (
        items.length > 0 && (
          <RowList label={t('passkeys.title')}>
            {items.map(passkey => (
              <PasskeyRow key={passkey.id} passkey={passkey} onChanged={onChanged} />
            ))}
          </RowList>
        )
      ) : (
        <Awaited query={query} shape="details" count={1} />
      )}
      <Problems texts={add.problems} />
      {why ? (
        <p>{t(why)}</p>
      ) : (
        <Actions>
          <Button busy={add.busy} onClick={add.onSubmit}>
            {t('passkeys.add')}
          </Button>
        </Actions>
      )}
    </div>
  )
}

function whyNot(isConfirmed: boolean, isFull: boolean) {
  if (runtimeConfig().passkey_domain === undefined) return 'error.passkeys_unavailable'
  if (!canUsePasskeys()) return 'passkeys.not_here'
  if (!isConfirmed) return 'passkeys.unconfirmed'
  return isFull ? 'error.passkey_limit' : undefined
}
