import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, JsonObject, Outcome, Principal } from '@charter/runtime'
import { expect, test } from 'vitest'
import { attached, makeAttached } from './testing/attached.ts'
import { call, codeOf, open } from './testing/clinic.ts'

const text = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [owner] }
entities:
  Part:
    key: id
    fields: { id: { type: text }, n: { type: int32, default: 0 } }
    allow: { owner: { do: [create, read, update, list] } }
`
const owner: Principal = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' }

const codesOf = (answers: readonly (readonly Outcome[])[]) => [
  ...new Set(answers.map((each) => each.map(codeOf).join())),
]

test.each(['sqlite', 'postgresql'])(
  'a whole batch that %s could not order among others is run again, as one call is',
  async (database) => {
    const { service, close } = await open({ text: text(database) })
    const whole = (calls: readonly Call[]) => service.executeBatch(calls, { atomic: true })
    try {
      await service.execute(call('Part.create', owner, { value: { id: 'x' } }))
      const twin = () =>
        whole([1, 2].map((n) => call('Part.create', owner, { value: { id: `t${n}` }, idempotencyKey: `k:${n}` })))
      const twins = await Promise.all(Array.from({ length: 6 }, twin))
      expect(codesOf(twins)).toEqual(['ok,ok'])
      const set = (n: number) =>
        whole([
          call('Part.read', owner, { key: { id: 'x' } }),
          call('Part.update', owner, { key: { id: 'x' }, value: { n } }),
        ])
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => set(n)))
      expect(codesOf(answers)).toEqual(['ok,ok'])
      // The answers are of the try that was kept.
      expect(answers.map(([, last]) => last?.kind === 'value' && last.value)).toMatchObject(
        answers.map((_, n) => ({ id: 'x', n })),
      )
    } finally {
      await close()
    }
  },
)

test('where state lies apart, what a try announced that was run again is undone on record', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-again-'))
  const made = await makeAttached('postgresql', folder)
  const clinician: Principal = { ...owner, roles: ['clinician'], attributes: { ward: 'w' } }
  const { service, close } = await open({ text: attached('postgresql', made.url), folder, url: made.url })
  try {
    const created = await service.execute(call('Patient.create', clinician, { value: { name: 'a', ward: 'w' } }))
    const key = { id: (created as { readonly value: JsonObject }).value.id ?? null }
    const named = (name: string) =>
      service.executeBatch([call('Patient.update', clinician, { key, value: { name } })], { atomic: true })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => named(`n${n}`)))
    expect(codesOf(answers)).toEqual(['ok'])
    const trail = await service.execute({
      ...call('Patient.audit', clinician, { key }),
      select: { limit: 100 },
    })
    const lines = (trail as unknown as { readonly value: { readonly items: readonly JsonObject[] } }).value.items
    expect(lines.filter(({ outcome }) => outcome === 'ok')).toHaveLength(9)
    expect(lines.filter(({ outcome }) => outcome === 'unknown' || outcome === 'pending')).toEqual([])
  } finally {
    await close()
    await made.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})
