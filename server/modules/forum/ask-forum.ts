import { ForumRefusal, ForumUnavailable } from '#server/gateways/forum/port.ts'
import { AppError } from '#server/platform/app-error.ts'

const retryAfterS = 30

/**
 * Asks the forum. What it refuses is refused, what it does not answer can be asked again.
 *
 * @throws AppError `not_found`, `topic_blocked`, `topic_deleted`, `forum_banned`, `forum_unavailable`
 */
export async function askForum<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ForumRefusal) throw new AppError(error.reason)
    if (error instanceof ForumUnavailable) throw new AppError('forum_unavailable', { retryAfterS })
    throw error
  }
}
