import { expect, test } from 'vitest'
import { handWritten, handWrittenNarrow } from './hand-written.ts'

test('scenarios of ours are read without a mistake', async () => {
  expect((await handWritten()).length + (await handWrittenNarrow()).length).toBeGreaterThan(50)
})
