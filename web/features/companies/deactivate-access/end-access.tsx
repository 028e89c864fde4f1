import { useState } from 'react'
import {
  type Access,
  addAccesses,
  deactivateAccess,
  type SharedSubscription,
} from '#contract/companies/companies.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldStack } from '#web/ui/field.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { endWords } from '../shared-words.ts'
import { refreshAccesses, useSharedParams } from '../use-shared.ts'

type EndAccessProps = {
  subscriptionId: number
  kind: SharedSubscription['kind']
  /** The access to end; undefined while the dialog is closed. */
  access: Access | undefined
  onClose: () => void
  onEnded: () => void
}

/** Dialog before an access is ended, with an optional successor for its seat (R4.10). */
export function EndAccess({ access, onClose, ...rest }: EndAccessProps) {
  return access && <Question key={access.id} access={access} onClose={onClose} {...rest} />
}

function Question(props: EndAccessProps & { access: Access }) {
  const { access, onClose, onEnded } = props
  const t = useT()
  const params = useSharedParams(props.subscriptionId)
  const [next, setNext] = useState('')
  const { email } = access
  const words = endWords(props.kind, access)
  const { form, onSubmit, busy, failure, problems } = useSubmission(['email'], async () => {
    // Idempotent: after a mistyped successor is corrected, both calls are sent again.
    await call(deactivateAccess, { params: { ...params, id: String(access.id) } })
    if (next.trim() !== '') {
      try {
        await call(addAccesses, { params, body: { email: next } })
      } finally {
        await refreshAccesses()
      }
      showToast(t(words.givenOn, { email, next: next.trim() }))
    } else {
      await refreshAccesses()
      showToast(t(words.done, { email }))
    }
    onEnded()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.title)}
      actions={
        <>
          <Button variant="primary" busy={busy} onClick={onSubmit}>
            {t(words.confirm)}
          </Button>
          <Button onClick={onClose}>{t('companies.keep')}</Button>
        </>
      }
    >
      <form ref={form} onSubmit={onSubmit} noValidate method="post">
        <FieldStack>
          <Problems texts={problems} />
          <p>
            <RichText
              id={access.state === 'active' ? 'companies.deactivate_active' : 'companies.deactivate_waiting'}
              values={{ email }}
            />
          </p>
          <Field
            label={t('companies.deactivate_next')}
            hint={t('companies.deactivate_next_hint')}
            error={failure?.fields['email']}
            type="email"
            autoComplete="off"
            value={next}
            onChange={event => setNext(event.target.value)}
          />
        </FieldStack>
      </form>
    </Dialog>
  )
}
