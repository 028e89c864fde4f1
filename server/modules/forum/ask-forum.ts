import { ForumRefusal, ForumUnavailable } from '#server/gateways/forum/port.ts'
import { AppError } from '#server/platform/app-error.ts'

const retryAfterS = 30

/**
 * Calls the forum and maps its refusals; when it does not answer, the reader may retry.
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
