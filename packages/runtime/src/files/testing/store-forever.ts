// A process that stores and removes files until it is killed, and says on its output what was promised: `kill.test.ts` kills it.
import { writeSync } from 'node:fs'
import { folderObjects } from '../folder-objects.ts'
import { openFileStore } from '../open-file-store.ts'
import { piecesOf, sampleBytes } from './sample-bytes.ts'

const [folder = '', from = '1'] = process.argv.slice(2)
const store = openFileStore({ objects: folderObjects(folder), scope: '', partBytes: 65_536, nowMs: Date.now })
let number = Number(from)

const produce = async (): Promise<void> => {
  for (;;) {
    const own = number++
    // One after another the same bytes come again, so that twins meet.
    const bytes = sampleBytes(150_000, own - (own % 2))
    const { digest } = await store.put(piecesOf(bytes), { bytesMax: 1_000_000 })
    // Synchronous: what is said was said before the kill.
    writeSync(1, `stored ${digest}\n`)
    if (own % 6 < 4) continue
    writeSync(1, `removing ${digest}\n`)
    await store.remove(digest)
  }
}
await Promise.all([produce(), produce(), produce(), produce()])
