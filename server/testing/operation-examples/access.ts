import { makePeriod, makeProduct } from '../make/purchase.ts'
import { makeReader } from '../make/reader.ts'
import { makeSubscription } from '../make/subscription.ts'
import type { Examples } from './example.ts'

export const accessExamples: Examples = {
  'readers check-access': async server => {
    const { id } = await makeReader(server.deps)
    await makeSubscription(server.deps, { userId: id })
    return { id, flag: 'web', device: crypto.randomUUID() }
  },
  'readers count-ebook': async server => {
    const { id } = await makeReader(server.deps)
    const productCode = crypto.randomUUID()
    await makeProduct(server.deps, { code: productCode, access: ['eknihy'] })
    const startsAt = server.clock.now()
    await makePeriod(server.deps, {
      userId: id,
      productCode,
      startsAt,
      endsAt: startsAt.add({ hours: 24 }),
    })
    return { id, file: 'babicka.epub', download_id: crypto.randomUUID() }
  },
}
