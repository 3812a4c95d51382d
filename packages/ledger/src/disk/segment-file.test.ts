import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../testing/ledger.ts'

const script = `
  import { openSegmentFile } from ${JSON.stringify(new URL('segment-file.ts', import.meta.url).href)}
  const file = await openSegmentFile(process.argv[1], 0)
  await file.append(Buffer.alloc(6000, 'a'))
  const error = await file.append(Buffer.alloc(6000, 'b')).then(() => null, (error) => error)
  await file.append(Buffer.alloc(500, 'c'))
  await file.close()
  console.log(error?.code)
`

it('what a full disk took of a write is cut off before the next', async () => {
  const file = join(await newFolder(), 'segment')
  // A limit on the size of files fills as a disk does: the write is taken in part, and then refused.
  const limited = 'trap "" XFSZ; ulimit -f 8; exec "$0" --input-type=module --eval "$1" "$2"'
  const said = execFileSync('bash', ['-c', limited, process.execPath, script, file], { encoding: 'utf8' })
  expect(said.trim()).toBe('EFBIG')
  expect((await readFile(file, 'utf8')).replace(/(.)\1*/g, (run, letter) => `${letter}${run.length} `)).toBe(
    'a6000 c500 ',
  )
})
