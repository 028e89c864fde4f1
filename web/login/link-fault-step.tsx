import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Step } from '../blocks/step.tsx'

type Way = { label: string; href: string }

type LinkFaultStepProps = {
  title: string
  lead: string
  /** The most needed action first. */
  ways: readonly [Way, Way]
}

/** A refused mailed link: why, and two actions. */
export function LinkFaultStep({ title, lead, ways: [first, second] }: LinkFaultStepProps) {
  return (
    <Step title={title} focus="title" lead={lead}>
      <Actions>
        <ButtonLink variant="primary" href={first.href}>
          {first.label}
        </ButtonLink>
        <ButtonLink variant="quiet" href={second.href}>
          {second.label}
        </ButtonLink>
      </Actions>
    </Step>
  )
}
