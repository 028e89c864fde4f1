import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Step } from './step.tsx'

type FailedStepProps = { title: string; busy?: boolean; onRetry: () => void }

/** Error state with a retry button. */
export function FailedStep({ title, busy = false, onRetry }: FailedStepProps) {
  const t = useT()
  return (
    <Step title={title} focus="title">
      <Actions>
        <Button variant="primary" busy={busy} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </Actions>
    </Step>
  )
}
