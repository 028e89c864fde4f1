import { afterAll, beforeEach, expect, test } from 'vitest'
import { openFolderLoad, reader } from '#server/testing/make/load-folder.ts'

const folder = await openFolderLoad()
beforeEach(folder.empty)
afterAll(folder.close)

test.each(['web:8f3a', 'jana@mobil', 'MDEyMw==', 'a'.repeat(65)])(
  'R1.05 a device whose key no call could name, %s, is refused, since its reader could not remove it',
  async key => {
    await folder.put('readers.json', [reader])
    await folder.put('devices.json', [
      { key, reader: reader.email, name: 'Chrome', type: 'browser', last_activity: '-P1D' },
    ])
    await expect(folder.load()).rejects.toThrow(/key/)
  },
)
