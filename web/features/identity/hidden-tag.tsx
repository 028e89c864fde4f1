import type { ReactNode } from 'react'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** For the tag `<hidden>` in a message: what is said, and not shown because it stands beside it. */
export const hiddenTag = { hidden: (words: ReactNode) => <VisuallyHidden>{words}</VisuallyHidden> }
