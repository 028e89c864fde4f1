import { type ReactNode, useState } from 'react'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Dialog } from '#web/ui/modal.tsx'

type ConfirmedUnlinkProps = {
  /** Words of the button that asks. */
  label: ReactNode
  title: string
  /** What it means. */
  text: string
  confirm: string
  /** Unlinks; what it throws is told in the dialog. */
  onConfirm: () => Promise<void>
  /** The dialog is closed by then. */
  onDone: () => Promise<void>
}

/** The button that unlinks an account, and the question before it. */
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
