import { type ReactNode, useEffect, useState } from 'react'
import { afterFirstPaint } from '#web/lib/browser/first-paint.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type LaterSteps = typeof import('./later-steps.ts')

/** Steps with forms come after the first paint, so that they are there when the reader goes on, without a skeleton. */
export function useLaterSteps() {
  const [steps, setSteps] = useState<LaterSteps>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const load = async () => {
      await afterFirstPaint()
      return await import('./later-steps.ts')
    }
    load().then(setSteps, setError)
  }, [])
  return { steps, error }
}

type LoadedProps = ReturnType<typeof useLaterSteps> & { children: (steps: LaterSteps) => ReactNode }

/** @throws why the steps could not be loaded, for the error boundary */
export function Loaded({ steps, error, children }: LoadedProps) {
  const t = useT()
  if (error !== undefined) throw error
  return steps ? children(steps) : <Skeleton shape="answer" label={t('common.loading')} count={3} />
}
