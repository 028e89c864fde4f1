import { useState } from 'react'
import { type Passkey, removePasskey, renamePasskey } from '#contract/identity/passkeys.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Row } from '#web/ui/row-list.tsx'

type PasskeyRowProps = {
  passkey: Passkey
  /** Called with the confirmation's text. */
  onChanged: (told: string) => Promise<void>
}

/** One passkey: name, when made and last used, naming and removing. */
export function PasskeyRow({ passkey: { id, name, created_at, last_used_at }, onChanged }: PasskeyRowProps) {
  const t = useT()
  const own = useOwnParams()
  const params = { ...own, id }
  const [typed, setTyped] = useState<string>()
  /** Its form has just closed, so that the button which opens it takes the focus. */
  const [wasOpen, setWasOpen] = useState(false)
  const close = () => {
    setTyped(undefined)
    setWasOpen(true)
  }
  const rename = useSubmission(['name'], async () => {
    await call(renamePasskey, { params, body: { name: typed ?? '' } })
    close()
    await onChanged(t('passkeys.renamed'))
  })
  const made = t('passkeys.made', { date: formatDate(created_at) })
  const used = last_used_at === null ? '' : `, ${t('passkeys.used', { date: formatDate(last_used_at) })}`
  if (typed !== undefined) {
    return (
      <Row>
        <Form
          {...rename}
          submitLabel={t('passkeys.save')}
          variant="secondary"
          cancel={{ label: t('settings.cancel'), onClick: close }}
        >
          <Field
            label={t('passkeys.name')}
            error={rename.failure?.fields['name']}
            name="name"
            autoFocus
            required
            maxLength={60}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </Form>
      </Row>
    )
  }
  return (
    <Row
      detail={
        <>
          <div>{made + used}</div>
          <Button variant="quiet" autoFocus={wasOpen} onClick={() => setTyped(name)}>
            <RichText id="passkeys.rename" values={{ name }} />
          </Button>
        </>
      }
      action={
        <ConfirmedAct
          opener={{ children: <RichText id="passkeys.remove" values={{ name }} /> }}
          title={t('passkeys.remove_title', { name })}
          confirm={t('passkeys.remove_confirm')}
          act={() => call(removePasskey, { params })}
          onDone={() => onChanged(t('passkeys.removed', { name }))}
        >
          <p>{t('passkeys.remove_text')}</p>
        </ConfirmedAct>
      }
    >
      {name}
    </Row>
  )
}
