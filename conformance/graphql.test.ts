import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { generatedTarget, inProcessTarget, installNodeModules, type Target } from '@charter/project'
import { derive } from '@charter/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownCode, writeService } from './bodies.ts'
import { arrange, charters } from './charters.ts'

const [clinic] = charters

/** The clinic, served over REST and GraphQL. */
const arranged = async (subject: (typeof charters)[number] = clinic) => {
  const { charter, loaded, ...rest } = await arrange(subject, 'sqlite')
  const served = { ...charter, serves: ['rest', 'graphql'] }
  return { ...rest, loaded, charter: served, derived: derive(served, connectors) }
}

const asked = async (target: Target, query: string, variables: object = {}) => {
  const response = await fetch(`${target.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await target.tokenOf('clinician')}` },
    body: JSON.stringify({ query, variables }),
  })
  return response.json()
}

const document = `query ($first: Int!) {
  patients(first: $first, orderBy: name_ASC) { nodes { name ward prescriptions { nodes { drug state } } } totalCount }
  __schema { queryType { name } }
}`

describe('a generated Node service', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-graphql-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('type-checks, and answers GraphQL as the in-process service does', async () => {
    const { loaded, charter, derived, examples } = await arranged()
    await writeService(folder, { charter, loaded })
    await installNodeModules(folder, { withTools: true })
    for (const [tool, ...given] of [['typescript/bin/tsc'], ['@biomejs/biome/bin/biome', 'check', '.']] as const) {
      const made = spawnSync(process.execPath, [join(folder, 'node_modules', tool), ...given], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(made.status === 0 ? '' : (made.stdout + made.stderr).slice(0, 2000)).toBe('')
    }
    const inProcess = await inProcessTarget(derived, examples, ownCode)
    const generated = await generatedTarget(folder, derived, examples)
    try {
      const [expected, found] = [
        await asked(inProcess, document, { first: 2 }),
        await asked(generated, document, { first: 2 }),
      ]
      expect(found).toEqual(expected)
      expect(found).toMatchObject({ data: { patients: { totalCount: expect.any(Number) } } })
    } finally {
      await generated.close()
      await inProcess.close()
    }
  })
})
