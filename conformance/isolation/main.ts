// Deploys a service that tries to get at everything around it, beside a platform that is open and another service, and prints each attempt
// with what it got.
//   npm run isolation
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineTarget } from '@charter/deploy'
import { openPlatform } from '@charter/server'
import { attempts } from '../../packages/deploy/src/testing/attempts.ts'
import { releaseOf, smallService } from '../../packages/deploy/src/testing/release-of.ts'

const folder = await mkdtemp(join(tmpdir(), 'charter-isolation-'))
const target = machineTarget({
  folder: join(folder, 'machine'),
  install: async (release) => void mkdirSync(join(release, 'node_modules'), { recursive: true }),
})
const platform = await openPlatform({
  folder,
  env: { CHARTER_MODE: 'development', PORT: '0', LOG_LEVEL: 'silent' },
  target,
})
const reader = createServer((_, response) => response.end('entries')).listen(0, '127.0.0.1')
try {
  const other = await target.rollOut(releaseOf(randomUUID(), smallService('other'), { id: randomUUID() }))
  const { address } = await target.rollOut(releaseOf(randomUUID(), smallService('hostile'), { id: randomUUID() }))
  const tried = attempts({
    paths: [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))],
    ports: {
      'the platform': portOf(platform.url),
      'a ledger’s reader': portOf(`http://127.0.0.1:${(reader.address() as { port: number }).port}`),
      'another service': portOf(other.address),
      'its own port outside': portOf(address),
    },
    pid: process.pid,
  })
  let got = 0
  for (const { name, code, isKept } of tried) {
    const answer: unknown = await (await fetch(`${address}/do?${encodeURIComponent(code)}`)).json()
    if (!isKept(answer)) got++
    console.log(
      `${isKept(answer) ? 'kept' : 'GOT '}  ${name.replace(folder, '~')}: ${JSON.stringify(answer).slice(0, 100)}`,
    )
  }
  console.log(`${tried.length} attempts, ${got} got somewhere`)
  process.exitCode = got === 0 ? 0 : 1
} finally {
  reader.close()
  await target.end()
  await platform.close()
  await rm(folder, { recursive: true, force: true })
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
