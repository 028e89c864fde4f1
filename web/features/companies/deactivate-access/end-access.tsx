import { useState } from 'react'
import {
  type Access,
  addAccesses,
  deactivateAccess,
  type SharedSubscription,
} from '#contract/companies/companies.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldStack } from '#web/ui/field-stack.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { endWords } from '../shared-words.ts'
import { refreshAccesses, useSharedParams } from '../use-shared.ts'

const texts = {
  active: 'companies.deactivate_active',
  ending: 'companies.deactivate_ending',
  waiting: 'companies.deactivate_waiting',
  deactivated: 'companies.deactivate_waiting',
} as const

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
  const { email } = access
  const words = endWords(props.kind, access)
  /** The access has ended, and its successor was refused. */
  const [hasEnded, setHasEnded] = useState(false)
  const close = hasEnded ? onEnded : onClose
  // One that is ending has no seat of the next year to pass on.
  const freesSeat = access.state !== 'ending'
  const endsOnly = (next: string) => next.trim() === '' && !hasEnded
  const { form, field, onSubmit, busy, problems } = useForm({
    initial: { email: '' },
    // Before anything is sent: nobody loses the access by a press that a mistyped successor stops.
    check: values => (endsOnly(values.email) ? [] : faultsOf(addAccesses.body, values)),
    send: async ({ email: next }) => {
      try {
        if (!hasEnded) await call(deactivateAccess, { params: { ...params, id: String(access.id) } })
        if (!endsOnly(next)) {
          await call(addAccesses, { params, body: { email: next } }).catch((error: unknown) => {
            setHasEnded(true)
            throw error
          })
        }
      } finally {
        await refreshAccesses()
      }
      showToast(
        endsOnly(next)
          ? t(freesSeat ? words.done : 'companies.ended', { email })
          : t(words.givenOn, { email, next: next.trim() }),
      )
      onEnded()
    },
  })
  return (
    <Dialog
      open
      busy={busy}
      onClose={close}
      title={t(hasEnded ? words.ended : words.title)}
      actions={
        <>
          <Button variant="primary" busy={busy} onClick={onSubmit}>
            {t(hasEnded ? words.give : words.confirm)}
          </Button>
          <Button busy={busy} onClick={close}>
            {t(hasEnded ? 'common.close' : 'companies.keep')}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={onSubmit} noValidate method="post">
        <FieldStack>
          <Problems texts={problems} />
          {hasEnded ? (
            <Notice tone="warn">{t(words.done, { email })}</Notice>
          ) : (
            <p>
              <RichText id={texts[access.state]} values={{ email }} />
            </p>
          )}
          {freesSeat && (
            <Field
              {...field('email')}
              label={t('companies.deactivate_next')}
              hint={t('companies.deactivate_next_hint')}
              type="email"
              autoComplete="off"
            />
          )}
        </FieldStack>
      </form>
    </Dialog>
  )
}
