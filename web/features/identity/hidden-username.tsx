import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** Hidden user name for password managers. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <VisuallyHidden>
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
    </VisuallyHidden>
  )
}
