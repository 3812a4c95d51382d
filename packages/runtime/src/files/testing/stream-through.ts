// A process that stores so many bytes and reads them again, and says what it took: `memory.test.ts` bounds it.
import { createHash } from 'node:crypto'
import { folderObjects } from '../folder-objects.ts'
import { openFileStore } from '../open-file-store.ts'
import { s3Objects } from '../s3/s3-objects.ts'
import { sampleSealing } from './sample-keys.ts'

const [where = '', bytes = '', sealed = ''] = process.argv.slice(2)
const objects = where.startsWith('http')
  ? s3Objects({ endpoint: where, bucket: 'files', region: 'us-east-1', credentials: () => ({ accessKeyId: 'a', secretAccessKey: 'b' }), nowMs: Date.now }) // biome-ignore format: one place
  : folderObjects(where)
const store = openFileStore({ objects, scope: '', nowMs: Date.now, ...(sealed === 'sealed' && { sealing: sampleSealing() }) }) // biome-ignore format: one store

/** Other bytes in every piece. */
async function* endless(length: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0, number = 1; at < length; number++) {
    const piece = Buffer.alloc(Math.min(65_536, length - at), number)
    piece.writeUInt32LE(number)
    at += piece.length
    yield piece
  }
}

const startKb = process.resourceUsage().maxRSS
const began = process.hrtime.bigint()
const length = Number(bytes)
const file = await store.put(endless(length), { bytesMax: length })
const stored = process.hrtime.bigint()
const hash = createHash('sha256')
for await (const piece of (await store.read(file.digest)).stream) hash.update(piece)
const read = process.hrtime.bigint()
const isSame = `sha256:${hash.digest('hex')}` === file.digest
await store.remove(file.digest)
const peakMb = (of: number): number => Math.round(of / 1024)
console.log(
  JSON.stringify({
    size: file.size,
    isSame,
    startMb: peakMb(startKb),
    peakMb: peakMb(process.resourceUsage().maxRSS),
    storeMs: Number((stored - began) / 1_000_000n),
    readMs: Number((read - stored) / 1_000_000n),
  }),
)
