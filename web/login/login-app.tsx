import { lazy, Suspense, useState } from 'react'
import { useT } from '#web/lib/i18n.ts'
import { useLocation } from '#web/lib/navigation.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivatePage } from './activate-page.tsx'
import { ForgottenPasswordPage } from './forgotten-password-page.tsx'
import { type Login, LoginProvider } from './login-context.ts'
import { LoginFrame } from './login-frame.tsx'
import { NewPasswordPage } from './new-password-page.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useTypedEmail } from './typed-email.ts'

/** Opened from a mail only, so whoever signs in does not carry it. */
const InvitationPage = lazy(() => import('./invitation-page.tsx'))

/** The embedded central login: what stands around its pages, and the page that the address names. */
export function LoginApp(props: { reader: Login['reader'] }) {
  const [reader, setReader] = useState(props.reader)
  const [email, setEmail] = useTypedEmail()
  return (
    <LoginProvider value={{ reader, forgetReader: () => setReader(undefined), email, setEmail }}>
      <LoginFrame>
        <CurrentPage />
      </LoginFrame>
    </LoginProvider>
  )
}

/** The server answers the addresses of these pages only. */
function CurrentPage() {
  const t = useT()
  // `/login/<page>/<token>`
  const [, , page, token = ''] = useLocation().pathname.split('/')
  switch (page) {
    case 'registration':
      return <RegistrationPage />
    case 'activate':
      return <ActivatePage token={token} />
    case 'forgotten-password':
      return <ForgottenPasswordPage />
    case 'new-password':
      return <NewPasswordPage token={token} />
    case 'invitation':
      return (
        <Suspense fallback={<Skeleton label={t('common.loading')} shape="answer" />}>
          <InvitationPage key={token} code={token} />
        </Suspense>
      )
    case undefined:
    default:
      return <SignInPage />
  }
}
