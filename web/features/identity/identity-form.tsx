import type { ReactNode } from 'react'
import { Actions, Button } from '#web/ui/button.tsx'
import { FieldStack } from '#web/ui/field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import type { Submission } from './use-submission.ts'

type IdentityFormProps = {
  submission: Submission
  /** The verb on the form's one button. */
  submitLabel: string
  /** The fields. */
  children: ReactNode
}

/** The frame of every form here: what went wrong, the fields, one button. The server judges the values (R5.15). */
export function IdentityForm({ submission, submitLabel, children }: IdentityFormProps) {
  const { form, onSubmit, busy, failure } = submission
  return (
    <form ref={form} onSubmit={onSubmit} noValidate method="post">
      <FieldStack>
        {failure && <FailureNotice failure={failure} />}
        {children}
        <Actions>
          <Button type="submit" variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </Actions>
      </FieldStack>
    </form>
  )
}
