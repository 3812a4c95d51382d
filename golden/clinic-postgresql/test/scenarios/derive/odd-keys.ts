import type { JsonObject } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { isReference, isSpokenOf, newBody } from './bodies.ts'
import { type About, filledPath, roleThat } from './derivation.ts'

/** Texts that mean something in an address: a step of it, an escape, a query; and an escape that is to stand as it is. */
const oddTexts = ['a b/%\u00e9+?#&', '%2F;=@:', '100%', '.', '..', '~.', '~'] as const

/** New rows whose keys are such texts, and who makes and reads them; null where no client names rows by text. */
export const oddKeys = (
  about: About,
): { readonly role: string; readonly bodies: readonly JsonObject[]; readonly path: string } | null => {
  const { entity } = about
  const role = roleThat(about, ['create', 'read'])
  const path = about.path('create')
  const field = entity.fields.find(
    ({ name, type, writable }) =>
      entity.key.includes(name) &&
      type.kind === 'text' &&
      !type.pattern &&
      !type.format &&
      writable !== 'never' &&
      !isReference(about, name) &&
      !isSpokenOf(about, name),
  )
  if (role === undefined || path === null || field?.type.kind !== 'text') return null
  const { lengthMin = 0, lengthMax = Number.POSITIVE_INFINITY } = field.type
  const bodies = oddTexts.flatMap((text, nth) => {
    const body = newBody(about, role, nth)
    const long = text.padEnd(lengthMin, 'x')
    return body && long.length <= lengthMax ? [{ ...body, [field.name]: long }] : []
  })
  return bodies.length === 0 ? null : { role, bodies, path }
}

/** A row is found by its key whatever the key means in an address, and told where it is. */
export const oddKeyScenarios = (about: About): readonly Scenario[] => {
  const odd = oddKeys(about)
  const { entity, surface } = about
  const route = surface.routes.find(({ kind, entity: of }) => kind === 'read' && of === entity.name)
  if (!odd || !route) return []
  const steps = odd.bodies.flatMap((body): readonly Step[] => {
    const own = filledPath(route.path, body)
    if (own === null) return []
    const places = entity.key.map((name) => ({ at: `/${name}`, equals: body[name] ?? null }))
    const read = { as: odd.role, method: 'GET', expect: { status: 200, body: places } } as const
    return [
      {
        as: odd.role,
        method: 'POST',
        path: odd.path,
        body,
        expect: { status: 201, body: places },
        save: { location: 'header:location' },
      },
      { ...read, path: own },
      { ...read, path: '{{location}}' },
    ]
  })
  return [
    {
      id: `${entity.name}.create.odd-keys`,
      title: 'a row is found at its address, whatever its key means in one',
      cites: ['text'],
      rows: 'example',
      writes: true,
      steps,
    },
  ]
}
