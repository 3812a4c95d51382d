import { type Call, type Change, type Outcome, type Principal, ProblemError } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditor, call, clinician, clinicText, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const principals: Readonly<Record<string, Principal>> = { clinician, auditor }

describe.each(databases)('over sockets, on %s', (database) => {
  let opened: Opened
  let served: Served

  beforeAll(async () => {
    opened = await open({ text: `${clinicText().replace('own: sqlite', `own: ${database}`)}\nmcp: { tools: all }\n` })
    const authenticate = async (credential: { readonly text: string } | null) => {
      const found = credential && principals[credential.text]
      if (!found) throw new ProblemError({ code: 'unauthenticated', detail: 'Unknown token.' })
      return found
    }
    served = await serveStyles(
      opened.derived.styles,
      { ...opened.service, authenticate },
      { host: '127.0.0.1', port: 0 },
    )
  })
  afterAll(async () => {
    await served.close()
    await opened.close()
  })

  const callers = () =>
    Promise.all(
      opened.derived.styles.map(async ({ style, surface }) => ({
        name: style.name,
        caller: await style.call(surface, {
          url: served.urls[style.name] ?? '',
          credential: ({ principal }) => principal?.roles[0] ?? null,
          timeoutMs: 10_000,
        }),
      })),
    )

  const carried = async (asked: Call): Promise<Readonly<Record<string, Outcome>>> => {
    const outcomes: Record<string, Outcome> = {}
    for (const { name, caller } of await callers()) {
      if (caller.refuses(asked) === null) outcomes[name] = await caller.execute(asked)
      await caller.close()
    }
    return outcomes
  }

  test('aggregates are the same by every style that has them, and in process', async () => {
    const asked: Call = {
      ...call('LabResult.list', clinician),
      operation: 'LabResult.aggregate',
      select: { aggregate: { groupBy: ['test'], min: ['takenAt'], max: ['takenAt'] } },
    }
    const expected = await opened.service.execute(asked)
    expect(expected).toMatchObject({ kind: 'value' })
    const outcomes = await carried(asked)
    expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['graphql', 'grpc']))
    for (const [name, outcome] of Object.entries(outcomes))
      expect(outcome, name).toMatchObject({ kind: 'value', value: (expected as { value: unknown }).value })
  })

  test('a row made over any style is told to whoever follows over any other, once and in order', async () => {
    const abort = new AbortController()
    const following = (await callers()).filter(
      ({ caller }) => caller.refuses(call('Patient.changes', clinician)) === null,
    )
    expect(following.map(({ name }) => name)).toEqual(expect.arrayContaining(['graphql', 'grpc']))
    const told = await Promise.all(
      following.map(async ({ name, caller }) => {
        const outcome = await caller.execute({
          ...call('Patient.changes', clinician, { abort: abort.signal }),
          select: { fields: ['name'] },
        })
        if (outcome.kind !== 'stream') throw new Error(`${name}: ${JSON.stringify(outcome)}`)
        const names: unknown[] = []
        const read = async () => {
          for await (const each of outcome.items) names.push((each as unknown as Change).row?.name)
        }
        return { name, names, ended: read().catch(() => {}) }
      }),
    )
    const made: string[] = []
    for (const { name, caller } of await callers()) {
      const value = { name: `By ${name}`, birthDate: '1990-01-01', ward: 'north' }
      const outcome = await caller.execute(call('Patient.create', clinician, { value }))
      expect(outcome, name).toMatchObject({ kind: 'value' })
      made.push(value.name)
      await caller.close()
    }
    expect(made).toHaveLength(5)
    for (const { name, names } of told) await expect.poll(() => names, { message: name, timeout: 10_000 }).toEqual(made)
    abort.abort()
    await Promise.all([...told.map(({ ended }) => ended), ...following.map(({ caller }) => caller.close())])
  })
})
