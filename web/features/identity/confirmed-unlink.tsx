import { type ReactNode, useState } from 'react'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Dialog } from '#web/ui/modal.tsx'

type ConfirmedUnlinkProps = {
  /** Label of the button that opens the dialog. */
  label: ReactNode
  title: string
  /** Explanation in the dialog. */
  text: string
  confirm: string
  /** Unlinks; errors are shown in the dialog. */
  onConfirm: () => Promise<void>
  /** Called after the dialog has closed. */
  onDone: () => Promise<void>
}

/** Button that unlinks an account, with a confirmation dialog. */
export function ConfirmedUnlink({ label, title, text, confirm, onConfirm, onDone }: ConfirmedUnlinkProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { busy, onSubmit, problems } = useSubmission([], async () => {
    await onConfirm()
    setAsking(false)
    await onDone()
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        actions={
          <>
            <Button variant="primary" busy={busy} onClick={onSubmit}>
              {confirm}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('settings.keep')}</Button>
          </>
        }
      >
        <Problems texts={problems} />
        <p>{text}</p>
      </Dialog>
    </>
  )
}
