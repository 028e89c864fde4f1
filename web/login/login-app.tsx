import { useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { ActivatePage } from './activate-page.tsx'
import { ForgottenPasswordPage } from './forgotten-password-page.tsx'
import { type Login, LoginProvider } from './login-context.ts'
import { LoginFrame } from './login-frame.tsx'
import { NewPasswordPage } from './new-password-page.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useTypedEmail } from './typed-email.ts'

/** The embedded central login: its pages by their paths. */
export function LoginApp(props: { reader: Login['reader'] }) {
  const [reader, setReader] = useState(props.reader)
  const [email, setEmail] = useTypedEmail()
  return (
    <LoginProvider value={{ reader, forgetReader: () => setReader(undefined), email, setEmail }}>
      <BrowserRouter>
        <LoginFrame>
          <Routes>
            <Route path="/login" element={<SignInPage />} />
            <Route path="/login/registration" element={<RegistrationPage />} />
            <Route path="/login/activate/:token" element={<ActivatePage />} />
            <Route path="/login/forgotten-password" element={<ForgottenPasswordPage />} />
            <Route path="/login/new-password/:token" element={<NewPasswordPage />} />
            <Route path="*" element={<Navigate to="/login" replace />} />
          </Routes>
        </LoginFrame>
      </BrowserRouter>
    </LoginProvider>
  )
}
