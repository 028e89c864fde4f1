import { type ComponentType, lazy, Suspense, useState } from 'react'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Login, LoginProvider } from '../lib/reader/login-context.ts'
import { ForgottenPasswordPage } from './forgotten-password-page.tsx'
import { LoginFrame } from './login-frame.tsx'
import { MailedLinkPage } from './mailed-link-page.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { SignInLinkPage } from './sign-in-link-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useTypedEmail } from './typed-email.ts'

/** Lazy: opened from mails only. */
const FamilyRequestPage = lazy(() => import('./family-request-page.tsx'))
const ChangeEmailPage = lazy(() => withEmailTexts(import('./change-email-page.tsx')))
const TakeBackEmailPage = lazy(() => withEmailTexts(import('./take-back-email-page.tsx')))
const GiftPage = lazy(() => withShopTexts(import('./gift-page.tsx')))
const ShopPages = lazy(loadShop)

/** The shop with its texts, and with the products of a rendered document. */
export async function loadShop() {
  const shop = await withShopTexts(import('./shop-pages.tsx'))
  shop.takeProducts()
  return shop
}

async function withEmailTexts<Module>(module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, addPagePart('emailLink')])
  return loaded
}

async function withShopTexts<Module>(module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([
    module,
    addPagePart('shop'),
    addPagePart('addresses'),
    addPagePart('withdrawal'),
  ])
  return loaded
}

type LoginAppProps = {
  reader: Login['reader']
  /** The shop where it is there already: the server cannot wait, and what is taken over is not to be pressed in vain. */
  Shop?: ComponentType | undefined
}

/** Root of the embedded central login: its frame and the current page. */
export function LoginApp({ Shop = ShopPages, ...props }: LoginAppProps) {
  const [reader, setReader] = useState(props.reader)
  const [email, setEmail] = useTypedEmail()
  // With the e-mail that was typed before a sign-in by a provider.
  const forgetReader = () => {
    setReader(undefined)
    setEmail('')
  }
  return (
    <LoginProvider value={{ reader, forgetReader, email, setEmail }}>
      <LoginFrame>
        <Suspense fallback={<Coming />}>
          <CurrentPage Shop={Shop} />
        </Suspense>
      </LoginFrame>
    </LoginProvider>
  )
}

const shopPlace = shopPaths.catalogue.slice(1)

function Coming() {
  const t = useT()
  return <Skeleton label={t('common.loading')} shape="answer" />
}

/** The server answers the addresses of these pages only. */
function CurrentPage({ Shop }: { Shop: ComponentType }) {
  // `/login/<page>/<token>`, `/obchod/<page>`
  const [, place, page, token = ''] = useLocation().pathname.split('/')
  if (place === shopPlace) return <Shop />
  switch (page) {
    case 'registration':
      return <RegistrationPage />
    case 'activate':
      return <MailedLinkPage kind="activation" token={token} />
    case 'forgotten-password':
      return <ForgottenPasswordPage />
    case 'new-password':
      return <MailedLinkPage kind="new_password" token={token} />
    case 'change-email':
      return <ChangeEmailPage token={token} />
    case 'take-back-email':
      return <TakeBackEmailPage token={token} />
    case 'sign-in':
      return <SignInLinkPage token={token} />
    case 'invitation':
      return <FamilyRequestPage key={token} code={token} />
    case 'gift':
      return <GiftPage key={token} code={token} />
    case undefined:
    default:
      return <SignInPage />
  }
}
