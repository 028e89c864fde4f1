/** The style of the login beside that of its pages: the server inlines both, so no style sheet is fetched. */
import '#web/ui/base.css'
import '#web/app/message-screen.module.css'
import '#web/app/start-screens.module.css'
import '#web/ui/modal.module.css'
