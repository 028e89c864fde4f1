import { useState } from 'react'
import { addPost, type Post, readForumProfile } from '#contract/forum/forum.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { TextArea } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

type AddPostProps = { topicId: string; title: string; onAdded: (post: Post) => void; onCancel: () => void }

/**
 * Form for a post in one discussion; a refused one keeps its text (R4.12, R6.06). Retries use the same idempotency key, so a
 * lost answer is replayed.
 */
export function AddPost({ topicId, title, onAdded, onCancel }: AddPostProps) {
  const t = useT()
  const params = useOwnParams()
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const form = useForm({
    initial: { text: '' },
    check: values => faultsOf(addPost.body, values),
    send: async body => {
      // Its address names no reader: whoever has signed in since would be the author. This one is refused then (R6.01).
      await call(readForumProfile, { params })
      const headers = { 'idempotency-key': key }
      const post = await call(addPost, { params: { id: topicId }, body }, { headers })
      // The count and the last date have changed.
      void invalidate(readForumProfile)
      onAdded(post)
    },
  })
  return (
    <Form
      {...form}
      submitLabel={t('forum.send')}
      variant="secondary"
      cancel={{ label: t('forum.keep'), onClick: onCancel }}
    >
      <TextArea {...form.field('text')} label={t('forum.post_label', { title })} autoFocus required />
    </Form>
  )
}
