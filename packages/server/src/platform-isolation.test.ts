import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleRows } from '@charter/charter'
import { type IsolationOptions, type Prober, probeIsolation, type Rows } from '@charter/project'
import type { JsonObject, ServiceModel } from '@charter/runtime'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { platformCharter } from './platform-charter.ts'
import { codeOnNothing } from './testing/code-on-nothing.ts'

const isEvery = process.env.CHARTER_TEST_EVERY === '1'
const drawn = { oneIn: isEvery ? 1 : 60, from: fc.readConfigureGlobal()?.seed ?? 0 }

afterEach(() => {
  vi.unstubAllEnvs()
})

const uuid = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

/** Whoever is everything in an organisation of two. */
const probers: readonly Prober[] = ['acme', 'bolt'].map((tenant) => ({
  id: `everything-in-${tenant}`,
  roles: ['person', 'viewer', 'designer', 'approver', 'operator', 'auditor', 'owner'],
  attributes: {},
  tenant,
}))

/** Rows of everything, each second one of the other organisation, so that what refers to a row of one's own is often another's. */
const rowsOf = (model: ServiceModel): Rows => {
  const tenants = probers.map(({ tenant }) => tenant ?? '')
  const made = exampleRows(model, 6).rows
  const spread = Object.fromEntries(
    Object.entries(made).map(([entity, rows]) => [
      entity,
      rows.map(
        (row, at): JsonObject => ({
          ...row,
          ...('organisationId' in row && { organisationId: tenants[at % 2] ?? null }),
        }),
      ),
    ]),
  )
  return {
    ...spread,
    Organisation: tenants.map((id) => ({ ...made.Organisation?.[0], id, name: id })),
    Role: [
      ...(spread.Role ?? []),
      ...probers.map(({ roles, tenant = '' }, at) => ({
        ...made.Role?.[0],
        id: uuid(at),
        organisationId: tenant,
        name: `All of ${at}`,
        grants: roles.filter((role) => role !== 'person'),
      })),
    ],
    Member: [
      ...(spread.Member ?? []),
      ...probers.map(({ id = '', tenant = '' }, at) => ({
        ...made.Member?.[0],
        id: uuid(10 + at),
        organisationId: tenant,
        personId: id,
        isActive: true,
        teamId: null,
        through: 'role',
        roleId: uuid(at),
      })),
    ],
  }
}

const probed = async (database: string, folder: string): Promise<IsolationOptions> => {
  vi.stubEnv('DATABASE_URL', database)
  const derived = await platformCharter(process.env)
  return {
    derived,
    rows: rowsOf(derived.model),
    principals: probers,
    code: await codeOnNothing(folder),
    near: database === '' ? null : database,
    drawn,
  }
}

test.each([
  ['sqlite', ''],
  ['postgresql', process.env.CHARTER_TEST_POSTGRESQL ?? ''],
])('of two organisations neither learns anything of the other, on %s', { timeout: 1_800_000 }, async (_, server) => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-platform-'))
  try {
    const { requests, leaks } = await probeIsolation(await probed(server, folder))
    expect(leaks.slice(0, 5)).toEqual([])
    expect(requests * drawn.oneIn).toBeGreaterThan(1000)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
