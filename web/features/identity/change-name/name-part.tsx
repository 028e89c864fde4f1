import { useState } from 'react'
import { changeName } from '#contract/identity/change-user.ts'
import { readUser, type User } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useIsStill } from '#web/lib/forms/use-is-still.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

/** Change of the name, folded (R13.03). */
export function NamePart({ user }: { user: User }) {
  const t = useT()
  const params = useOwnParams()
  const [open, setOpen] = useState(false)
  const form = useForm({
    initial: { name: user.name ?? '' },
    check: values => faultsOf(changeName.body, values),
    send: async body => {
      const fresh = await call(changeName, { params, body })
      replaceRead(readUser, { params }, fresh)
      // It is not folded over what was written on meanwhile.
      if (isStill()) setOpen(false)
      showToast(t('name_change.done'))
    },
  })
  const isStill = useIsStill(form.values.name)
  return (
    <Disclosure summary={t('name_change.open')} open={open} onToggle={setOpen}>
      <Form {...form} submitLabel={t('name_change.submit')} variant="secondary">
        <Field
          {...form.field('name')}
          label={t('name_change.label')}
          hint={t('name_change.hint')}
          autoComplete="name"
        />
      </Form>
    </Disclosure>
  )
}
