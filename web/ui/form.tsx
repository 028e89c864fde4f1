import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { Actions, Button } from './button.tsx'
import { FieldStack } from './field-stack.tsx'
import { keepTyped } from './keep-typed.ts'
import { Problems } from './problems.tsx'

type FormProps = {
  form: RefObject<HTMLFormElement | null>
  onSubmit: (event: { preventDefault: () => void }) => void
  /** Busy; further presses are ignored. */
  busy: boolean
  /** Errors that belong to no field. */
  problems: readonly string[]
  /** Label of the submit button. */
  submitLabel: string
  variant?: 'primary' | 'secondary'
  /** A quiet button after it, which closes the form; not while it is sent. */
  cancel?: { label: string; onClick: () => void } | undefined
  /** Further buttons after it. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** Frame of every form: errors, fields, buttons. Native validation is off. */
export function Form({ form, onSubmit, busy, problems, ...rest }: FormProps) {
  useLayoutEffect(() => form.current?.querySelectorAll('input').forEach(keepTyped), [form])
  return (
    <form ref={form} onSubmit={onSubmit} noValidate method="post">
      <FieldStack>
        <Problems texts={problems} />
        {rest.children}
        <Actions>
          <Button type="submit" variant={rest.variant ?? 'primary'} busy={busy}>
            {rest.submitLabel}
          </Button>
          {rest.cancel && (
            <Button variant="quiet" busy={busy} onClick={rest.cancel.onClick}>
              {rest.cancel.label}
            </Button>
          )}
          {rest.actions}
        </Actions>
      </FieldStack>
    </form>
  )
}
