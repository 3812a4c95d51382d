import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Style } from '@charter/charter'
import { connectors } from '@charter/connectors'
import {
  generatedTarget,
  generateService,
  inProcessTarget,
  installNodeModules,
  runScenarios,
  type Scenario,
  type Target,
  writeTree,
} from '@charter/project'
import type { Call, Credential, Principal, ServiceModel } from '@charter/runtime'
import { derive } from '@charter/service'
import { graphql, rest, serveStyles } from '@charter/styles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
    await writeTree(folder, (await generateService(charter, 'node', loaded)).files)
    await installNodeModules(folder, { withTools: true })
    for (const [tool, ...given] of [['typescript/bin/tsc'], ['@biomejs/biome/bin/biome', 'check', '.']] as const) {
      const made = spawnSync(process.execPath, [join(folder, 'node_modules', tool), ...given], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(made.status === 0 ? '' : (made.stdout + made.stderr).slice(0, 2000)).toBe('')
    }
    const inProcess = await inProcessTarget(derived, examples)
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

/** REST in front of a client of GraphQL in front of the service: what REST answers has been through GraphQL and back. */
const bridged = async (model: ServiceModel, charter: Parameters<typeof rest.surface>[0], url: string) => {
  const texts = new WeakMap<Principal, string>()
  const caller = graphql.call(graphql.surface(charter), {
    url,
    timeoutMs: 20_000,
    credential: ({ principal }: Call) => (principal ? (texts.get(principal) ?? null) : null),
  })
  const refused: string[] = []
  const front = await serveStyles(
    [{ style: rest as Style, surface: rest.surface(charter) }],
    {
      model,
      // Who it is, the service behind says.
      authenticate: (credential: Credential | null) => {
        if (!credential) return null
        const principal: Principal = { id: 'through', roles: [], attributes: {}, credential: 'jwt' }
        texts.set(principal, credential.text)
        return principal
      },
      execute: async (call) => {
        const sentence = caller.refuses(call)
        if (sentence !== null) refused.push(sentence)
        return caller.execute(call)
      },
    },
    { host: '127.0.0.1', port: 0 },
  )
  return {
    url: front.url,
    refused,
    close: async () => {
      await front.close()
      await caller.close()
    },
  }
}

describe.each(charters)('REST scenarios of $name through GraphQL', (subject) => {
  test('give what they give without it', async () => {
    const { charter, derived, examples, scenarios } = await arranged(subject)
    const bugs: unknown[] = []
    const target = await inProcessTarget(derived, examples, { onBug: (error) => bugs.push(error) })
    const bridge = await bridged(derived.model, charter, target.url)
    try {
      const report = await runScenarios({ ...target, url: bridge.url }, spoken(scenarios), { writes: true })
      expect(
        report.failed.filter(({ id }) => !isUnsayable(id)).map((each) => JSON.stringify(each).slice(0, 600)),
      ).toEqual([])
      expect(report.passed).toBeGreaterThan(scenarios.length * 0.95)
      expect([...new Set(bridge.refused)].filter((sentence) => !refusals.test(sentence))).toEqual([])
      expect(bugs).toEqual([])
    } finally {
      await bridge.close()
      await target.close()
    }
  })
})

/** The record says which style was spoken to the service. */
const spoken = (scenarios: readonly Scenario[]): readonly Scenario[] =>
  JSON.parse(JSON.stringify(scenarios).replaceAll('"/origin/style":"rest"', '"/origin/style":"graphql"'))

/** A document cannot name a field or an operation that the schema has not, and REST's atomic batches are no document. */
const isUnsayable = (id: string): boolean => /list\.refusals$|batch\.(?:atomic|bounds|keys)$/.test(id)
const refusals = /^GraphQL has no field "notAField" of \w+\.$|^GraphQL offers no field for \w+\.nothing\.$/
