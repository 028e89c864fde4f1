import { makeReader } from '../make/reader.ts'
import { makeSubscription } from '../make/subscription.ts'
import type { Examples } from './example.ts'

export const accessExamples: Examples = {
  'readers check-access': async server => {
    const { id } = await makeReader(server.deps)
    await makeSubscription(server.deps, { userId: id })
    return { id, flag: 'web', device: crypto.randomUUID() }
  },
}
