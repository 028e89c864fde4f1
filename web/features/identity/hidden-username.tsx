import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** What a password manager fills and saves together with a password: whose it is. Nobody else meets it. */
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
