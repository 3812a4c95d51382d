import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tighten } from './private-files.ts'

test.skipIf(process.platform === 'win32')(
  'others lose their right to a file, and one that nobody else may read is left alone',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-private-'))
    const file = join(folder, 'key')
    const seen = () => statSync(file, { bigint: true })
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    tighten(file)
    expect(seen().mode & 0o777n).toBe(0o600n)
    const { ctimeNs } = seen()
    tighten(file)
    tighten(join(folder, 'not-there'))
    expect(seen().ctimeNs).toBe(ctimeNs)
    rmSync(folder, { recursive: true })
  },
)
