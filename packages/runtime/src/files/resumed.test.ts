import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { folderObjects } from './folder-objects.ts'
import { openFileStore } from './open-file-store.ts'
import { bytesOf, digestOfBytes, piecesOf, sampleBytes } from './testing/sample-bytes.ts'
import { sampleSealing } from './testing/sample-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-resumed-'))
afterAll(() => rmSync(root, { recursive: true }))

const step = fc.record({
  process: fc.integer({ min: 0, max: 2 }),
  length: fc.oneof(fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 131_072), fc.integer({ min: 0, max: 200_000 })),
  pieces: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 }),
  ends: fc.constantFrom('well', 'broken', 'at a wrong offset'),
})

let number = 0

test('whoever appends, however it ends, an upload is the bytes that came, in their order', async () => {
  const uploads = fc.record({ steps: fc.array(step, { maxLength: 8 }), isSealed: fc.boolean(), finisher: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(uploads, async ({ steps, isSealed, finisher }) => {
      const objects = folderObjects(join(root, String(number++)))
      const sealing = isSealed ? { sealing: sampleSealing() } : {}
      const open = () => openFileStore({ objects, scope: '', partBytes: 131_072, nowMs: Date.now, ...sealing })
      const processes = [open(), open(), open()] as const
      const at = (index: number) => processes[index as 0 | 1 | 2]
      const id = await at(0).begin({ bytesMax: 10_000_000 })
      let came = Buffer.alloc(0)
      for (const [seed, { process, length, pieces, ends }] of steps.entries()) {
        const bytes = sampleBytes(length, seed)
        const offset = ends === 'at a wrong offset' ? came.length + 1 : came.length
        const broken = ends === 'broken' ? new Error('the line is down') : undefined
        const appending = at(process).append(id, offset, piecesOf(bytes, pieces, broken))
        if (ends === 'well') expect(await appending).toBe(came.length + length)
        else await expect(appending).rejects.toThrow('go on from there')
        if (ends !== 'at a wrong offset') came = Buffer.concat([came, bytes])
        expect(await at((process + 1) % 3).offset(id)).toBe(came.length)
      }
      const file = await at(finisher).finish(id)
      expect(file).toMatchObject({ digest: digestOfBytes(came), size: came.length })
      expect((await bytesOf((await at(0).read(file.digest)).stream)).equals(came)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('an upload comes in so many small pieces and no more, as each looks at all of them', async () => {
  const store = openFileStore({ objects: folderObjects(join(root, 'small')), scope: '', nowMs: Date.now })
  const id = await store.begin({ bytesMax: 1_000_000 })
  const append = (offset: number, length = 1) => store.append(id, offset, piecesOf(sampleBytes(length)))
  // A block that is there pays for a piece of its own.
  await append(0, 65_536)
  for (let small = 0; small < 256; small++) await append(65_536 + small)
  await expect(append(65_792)).rejects.toMatchObject({
    problem: {
      code: 'too-large',
      detail: 'A file comes in 256 small pieces at most. Send at least 65536 bytes in each.',
    },
  })
  await expect(store.offset(id)).rejects.toMatchObject({ problem: { code: 'not-found' } })
})
