import type { Config } from '../config/config.ts'
import { startForum } from '../gateways/forum/embedded/start-forum.ts'
import { httpForum } from '../gateways/forum/http.ts'
import type { ForumGateway } from '../gateways/forum/port.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * Opens the forum that the configuration names, or else starts the embedded one.
 *
 * @returns the forum, and a function that stops what was started
 */
export async function openForum(
  { forum, discussionUrl }: Pick<Config, 'forum' | 'discussionUrl'>,
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<{ forum: ForumGateway; stop: () => Promise<void> }> {
  if (forum) return { forum: httpForum(forum.url, forum.token), stop: async () => undefined }
  const { url, token, stop } = await startForum({ ...deps, discussionUrl })
  return { forum: httpForum(url, token), stop }
}
