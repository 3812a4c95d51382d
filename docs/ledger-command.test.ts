import { spawnSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readSettings, SettingsMistakes } from '../packages/ledger/src/settings/read-settings.ts'
import { openReplicaLog } from '../packages/runtime/src/service/index.ts'
import { canonicalJson } from '../packages/runtime/src/values/canonical-json.ts'

const page = readFileSync(new URL('ledger.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'charter-docs-ledger-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Commands that the page shows, each with the lines it shows as their answer. */
const shown = (/```console\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
  .split(/^\$ /m)
  .slice(1)
  .map((block) => {
    const [command = '', ...lines] = block.trimEnd().split('\n')
    return { command, lines: lines.filter((line) => line !== '…') }
  })

/** Numbers, hashes and ids are of one day's ledger; sentences are not. */
const withoutNumbers = (line: string): string =>
  line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f…-]+/g, 'ID')
    .replaceAll(/(root |commitment:)\S+/g, '$1HASH')
    .replaceAll(/\d+/g, 'N')
    .replaceAll(/ +/g, ' ')

const main = fileURLToPath(new URL('../apps/cli/src/main.ts', import.meta.url))
const shell = `charter() { ${JSON.stringify(process.execPath)} --disable-warning=ExperimentalWarning ${JSON.stringify(main)} "$@"; }`

test('what the page shows of a ledger is what the command line says', async () => {
  const key = generateKeyPairSync('ed25519').privateKey
  writeFileSync(join(folder, 'clinic-1.pub.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  const now = (): string => '2026-11-21T10:00:00Z'
  const log = await openReplicaLog({ folder: join(folder, 'audit'), replica: 'clinic-1', key, now })
  const entry = (at: number): string =>
    canonicalJson({ at: now(), entity: 'Patient', key: `p-${at}`, operation: 'readPatient', outcome: 'ok', principal: `nurse-${at % 7}` }) // biome-ignore format: one entry
  await log.append(Array.from({ length: 60 }, (_, at) => entry(at)))
  await log.close()
  expect(shown.length).toBeGreaterThan(8)
  let cwd = folder
  let ledgerKey = ''
  for (const { command, lines } of shown) {
    if (command.startsWith('cd ')) {
      cwd = join(cwd, command.slice(3))
      continue
    }
    const { NODE_OPTIONS: _, ...env } = process.env
    const { stdout, stderr } = spawnSync('bash', ['-c', `${shell}\n${command}`], { cwd, env: { ...env, KEY: ledgerKey }, encoding: 'utf8' }) // biome-ignore format: one call
    const said = `${stdout}${stderr}`.split('\n').map(withoutNumbers)
    for (const line of lines) expect(said, command).toContain(withoutNumbers(line))
    ledgerKey = /^clinic\.example\/ledger\+\S+$/m.exec(stdout)?.[0] ?? ledgerKey
  }
  expect(ledgerKey).not.toBe('')
}, 720_000)

test('the settings that the page shows are read, up to the keys and files that they leave out', async () => {
  const settings = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  writeFileSync(join(folder, 'ledger', 'ledger.yaml'), settings)
  const read = await readSettings(join(folder, 'ledger')).catch((error: unknown) => error)
  expect(read).toBeInstanceOf(SettingsMistakes)
  for (const { sentence } of (read as SettingsMistakes).mistakes)
    expect(sentence).toMatch(/sha256: and 64 hex|key as it was given/)
})
