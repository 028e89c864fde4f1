import type { ReactNode } from 'react'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** For the tag `<hidden>` in a message: text for screen readers only, since it is visible beside it. */
export const hiddenTag = { hidden: (words: ReactNode) => <VisuallyHidden>{words}</VisuallyHidden> }
