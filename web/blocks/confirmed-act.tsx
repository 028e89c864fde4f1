import { type ComponentProps, type ReactNode, useState } from 'react'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { Problems } from '#web/ui/problems.tsx'

type QuestionProps = {
  title: string
  /** Label of the button that does it. */
  confirm: string
  /** Label of the button that leaves all as it is. */
  keep?: string
  /** Errors are shown in the dialog, below this title where there is one. */
  failed?: string
  act: () => Promise<unknown>
  /** Called after the dialog has closed, when it is done. */
  onDone?: () => unknown
  /** Explanation in the dialog. */
  children: ReactNode
}

type ConfirmedActProps = QuestionProps & {
  /** The button that opens the dialog. */
  opener: Pick<ComponentProps<typeof Button>, 'children' | 'variant' | 'busy' | 'aria-label'>
}

/** Button of an act that is done after a confirmation in a dialog. */
export function ConfirmedAct({ opener, ...question }: ConfirmedActProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" {...opener} onClick={() => setAsking(true)} />
      {asking && <Question {...question} onClose={() => setAsking(false)} />}
    </>
  )
}

function Question(props: QuestionProps & { onClose: () => void }) {
  const t = useT()
  const { busy, onSubmit, problems, failure } = useSubmission([], async () => {
    await props.act()
    props.onClose()
    await props.onDone?.()
  })
  const keep = () => {
    props.onClose()
    // What is refused was changed elsewhere; what has no answer may be done. Read again only now: the dialog would go with
    // its row.
    if (failure) void queryClient.invalidateQueries()
  }
  return (
    <Dialog
      open
      busy={busy}
      onClose={keep}
      title={props.title}
      actions={
        <>
          <Button variant="primary" busy={busy} onClick={onSubmit}>
            {props.confirm}
          </Button>
          <Button busy={busy} onClick={keep}>
            {props.keep ?? t('settings.keep')}
          </Button>
        </>
      }
    >
      <Problems texts={problems} {...(props.failed && { title: props.failed })} />
      {props.children}
    </Dialog>
  )
}
