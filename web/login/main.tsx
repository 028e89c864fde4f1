import '#web/ui/base.css'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { FailedScreen, FatalScreen, OfflineScreen } from '#web/app/start-screens.tsx'
import { onProofWanted } from '#web/lib/call/api.ts'
import { logFailure } from '#web/lib/log.ts'
import { LoginApp } from './login-app.tsx'
import { startLogin } from './start-login.ts'

// The content security policy forbids `eval`, which zod would otherwise try.
z.config({ jitless: true })

// Loaded lazily, only when a challenge comes; when that fails, the server's error is shown.
onProofWanted((...wanted) =>
  import('#web/features/storm-shield/ask-proof.tsx').then(
    ({ askProof }) => askProof(...wanted),
    () => undefined,
  ),
)

const place = document.getElementById('root')
if (!place) throw new Error('The document has no #root')
const root = createRoot(place)

const screens = { offline: <OfflineScreen />, failed: <FailedScreen />, fatal: <FatalScreen /> }

void startLogin().then(start => {
  root.render(start.outcome === 'ready' ? <LoginApp reader={start.reader} /> : screens[start.outcome])
  import('#web/ui/keep-focus.ts')
    .then(({ keepFocus }) => keepFocus())
    .catch((error: unknown) => logFailure('focus', error))
})
