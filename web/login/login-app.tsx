import { useState } from 'react'
import { useLocation } from '#web/lib/navigation.ts'
import { ActivatePage } from './activate-page.tsx'
import { ForgottenPasswordPage } from './forgotten-password-page.tsx'
import { type Login, LoginProvider } from './login-context.ts'
import { LoginFrame } from './login-frame.tsx'
import { NewPasswordPage } from './new-password-page.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useTypedEmail } from './typed-email.ts'

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
    case undefined:
    default:
      return <SignInPage />
  }
}
