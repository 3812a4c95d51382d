import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from '@charter/runtime'
import type { EntityHooks } from '@charter/runtime/service'
import { afterEach, describe, expect, test } from 'vitest'
import { attached, makeAttached } from './testing/attached.ts'
import { bodyOf, call, clinician, clinicText, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const hooked = (text: string, moments: string) => text.replace(/(\n {2}Patient:\n)/, `$1    hooks: [${moments}]\n`)
const patient = (name: string) => ({ name, birthDate: '2000-01-01', ward: 'north' })

let opened: Opened
let isOpen = false
const close = async (): Promise<void> => {
  if (isOpen) await opened.close()
  isOpen = false
}
afterEach(close)
const create = (name: string, more: object = {}): Promise<Outcome> =>
  opened.service.execute(call('Patient.create', clinician, { value: patient(name), ...more }))
const named = async (name: string): Promise<number> => {
  const left = { kind: 'field', path: ['name'] } as const
  const filter = { kind: 'startsWith', left, prefix: name } as const
  const found = await opened.service.execute({ ...call('Patient.list', clinician), select: { filter, limit: 100 } })
  return (bodyOf(found).items as unknown[]).length
}

describe.each(databases)('hooks, on %s', (database) => {
  const start = async (moments: string, patientHooks: EntityHooks | null, onBug?: (error: unknown) => void) => {
    const text = hooked(clinicText(), moments).replace('own: sqlite', `own: ${database}`)
    isOpen = true
    opened = await open({ text, ...(patientHooks && { hooks: { Patient: patientHooks } }), ...(onBug && { onBug }) })
  }

  test('one that does not end is ended by the deadline, and what was done is undone', async () => {
    const hangs = new Promise<never>(() => {})
    await start('before, after', {
      before: async ({ row }) => (row?.name === 'before' ? hangs : undefined),
      after: async ({ row }, { signal }) => {
        if (row?.name === 'after') await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
    for (const name of ['before', 'after'])
      expect(codeOf(await create(name, { deadlineMs: Date.now() + 300 }))).toBe('timeout')
    expect(codeOf(await create('next'))).toBe('ok')
    expect([await named('before'), await named('after'), await named('next')]).toEqual([0, 0, 1])
  })

  test.each(['before', 'after', 'committed'] as const)(
    'where the code of `%s` is not there, nothing is written',
    async (moment) => {
      await start('before, after, committed', {
        before: async () => undefined,
        after: async () => {},
        committed: async () => {},
        [moment]: undefined,
      } as EntityHooks)
      expect(await create('none')).toMatchObject({
        problem: { code: 'not-implemented', detail: expect.stringContaining(`\`${moment}\` of Patient`) },
      })
      expect(await named('none')).toBe(0)
    },
  )

  test('code of a moment that the charter does not declare is not run', async () => {
    const ran: string[] = []
    const note = (moment: string) => async () => {
      ran.push(moment)
      return undefined
    }
    await start('after', { before: note('before'), after: note('after'), committed: note('committed') } as EntityHooks)
    expect(codeOf(await create('quiet'))).toBe('ok')
    expect(ran).toEqual(['after'])
  })

  test('who may not write is told so first, also where nothing runs before', async () => {
    const text = clinicText()
      .replace(/(\n {2}Prescription:\n)/, '$1    hooks: [after]\n')
      .replace('own: sqlite', `own: ${database}`)
    isOpen = true
    opened = await open({ text, hooks: { Prescription: { after: async () => {} } } })
    const value = { drug: 'a', dose: '1', patientId: '0190f5c6-7b1e-7c3a-9a55-ffffffffffff' }
    expect(codeOf(await opened.service.execute(call('Prescription.create', clinician, { value })))).toBe('forbidden')
  })

  test('a write that its hook refuses ends the call, also where whose code it is catches that', async () => {
    const caught: unknown[] = []
    await start('before, after', {
      before: async ({ row }, { refuse }) => {
        if (row?.name === 'inner') refuse('/name', 'No.')
        return undefined
      },
      after: async ({ row }, { rows }) => {
        if (row?.name === 'outer')
          await rows.create('Patient', patient('inner')).catch((error: unknown) => void caught.push(error))
      },
    })
    expect(codeOf(await create('outer'))).toBe('invalid-input')
    expect(caught).toHaveLength(1)
    expect([await named('inner'), await named('outer')]).toEqual([0, 0])
  })

  test('what follows a commit runs past the answer, in order, and a service that closes waits for it', async () => {
    const heard: unknown[] = []
    const held = Promise.withResolvers<void>()
    const bugs: unknown[] = []
    const committed: EntityHooks['committed'] = async ({ row }) => {
      await held.promise
      heard.push(row?.name)
      if (row?.name === 'c1') throw new Error('too late')
    }
    await start('committed', { committed }, (error) => bugs.push(error))
    const batch = ['c1', 'c2'].map((name) => call('Patient.create', clinician, { value: patient(name) }))
    expect((await opened.service.executeBatch(batch, { atomic: true })).map(codeOf)).toEqual(['ok', 'ok'])
    expect(codeOf(await create('c3', { idempotencyKey: 'once' }))).toBe('ok')
    expect(codeOf(await create('c3', { idempotencyKey: 'once' }))).toBe('ok')
    expect(heard).toEqual([])
    let isClosed = false
    const closing = close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isClosed).toBe(false)
    held.resolve()
    await closing
    expect([heard.toSorted(), heard.indexOf('c1') < heard.indexOf('c2')]).toEqual([['c1', 'c2', 'c3'], true])
    expect(bugs).toEqual([new Error('too late')])
  })

  test('of writes at once each is heard of once, however often one was run', async () => {
    const heard: unknown[] = []
    const after: EntityHooks['after'] = async (_, { rows }) => {
      await rows.list('Patient', { where: { name: { startsWith: 'many' } } })
    }
    await start('after, committed', { after, committed: async ({ row }) => void heard.push(row?.name) })
    const names = Array.from({ length: 20 }, (_, at) => `many ${at}`)
    expect(new Set((await Promise.all(names.map((name) => create(name)))).map(codeOf))).toEqual(new Set(['ok']))
    await expect.poll(() => heard.toSorted()).toEqual(names.toSorted())
    expect(await named('many')).toBe(20)
  })

  test('of atomic batches at once each is heard of once, whatever was tried again', async () => {
    const heard: unknown[] = []
    const after: EntityHooks['after'] = async (_, { rows }) => {
      await rows.list('Patient', { where: { name: { startsWith: 'both' } } })
    }
    await start('after, committed', { after, committed: async ({ row }) => void heard.push(row?.name) })
    const batches = Array.from({ length: 10 }, (_, at) =>
      ['a', 'b'].map((name) => call('Patient.create', clinician, { value: patient(`both ${at} ${name}`) })),
    )
    const outcomes = await Promise.all(batches.map((batch) => opened.service.executeBatch(batch, { atomic: true })))
    expect(new Set(outcomes.flat().map(codeOf))).toEqual(new Set(['ok']))
    const names = batches.flat().map(({ input }) => (input.value as { readonly name: string }).name)
    await expect.poll(() => heard.toSorted()).toEqual(names.toSorted())
  })

  test('rows in a database of somebody else’s, with the record apart, are written through them too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-hooks-'))
    const theirs = await makeAttached(database, folder)
    const heard: unknown[] = []
    const before: EntityHooks['before'] = async ({ row }, { refuse }) => {
      if (row?.name === 'refused') refuse('/name', 'No.')
      return { ward: 'derived' }
    }
    const committed: EntityHooks['committed'] = async ({ row }) => {
      const [entry] = await opened.service.state.recentAudit(1, 0)
      heard.push([row?.ward, entry?.operation, entry?.outcome])
    }
    isOpen = true
    opened = await open({
      text: hooked(attached(database, theirs.url), 'before, committed'),
      url: theirs.url,
      hooks: { Patient: { before, committed } },
    })
    const write = (name: string) =>
      opened.service.execute(call('Patient.create', clinician, { value: { name, ward: 'north' } }))
    expect(bodyOf(await write('a'))).toMatchObject({ ward: 'derived' })
    expect(await write('refused')).toMatchObject({ problem: { errors: [{ path: '/name', message: 'No.' }] } })
    await expect.poll(() => heard).toEqual([['derived', 'Patient.create', 'ok']])
    await close()
    await theirs.remove()
    rmSync(folder, { recursive: true })
  })
})
