import type { JsonObject } from '../../../src/runtime/index.ts'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { newBody } from './bodies.ts'
import { aboutEntity, type Derivation, mayCallEver } from './derivation.ts'
import { oddKeys } from './odd-keys.ts'
import { at, calling, type Mcp, mcpScenario, rpc, type Tool } from './tool-messages.ts'

/** Rows and the contract by their addresses. `role`: whoever may call the first tool. */
export const resources = (deriving: Derivation, mcp: Mcp, { role }: Tool): readonly Step[] => {
  const { examples, model } = deriving
  const { name, resources: templates } = mcp.surface
  const read = (uri: string, expect: Expect, as: string | null = role): Step =>
    rpc(mcp, as, 'resources/read', { uri }, expect)
  const none: Expect = { body: [at('/error', { present: true })], says: ['There is no resource'] }
  const rows = templates.flatMap(({ entity, key, uriTemplate }) => {
    const row = examples.rows[entity]?.[0]
    const of = model.entities.find((each) => each.name === entity)
    const about = of && aboutEntity(deriving, of)
    const as = about && model.access.roles.find((each) => about.can(each, 'read', row))
    if (!row || !about || as === undefined) return []
    const missing = newBody(about, as)
    return [
      {
        uri: uriOf(uriTemplate, key, row),
        as,
        start: uriTemplate.slice(0, uriTemplate.indexOf('{')),
        outsider: model.access.roles.find((each) => !about.mayEver(each, 'read')),
        missing:
          missing && key.every((field) => Object.hasOwn(missing, field)) ? uriOf(uriTemplate, key, missing) : null,
      },
    ]
  })
  const [one] = rows
  const offered = templates.filter(({ entity }) => mayCallEver(model, role, `${entity}.read`))
  return [
    rpc(
      mcp,
      role,
      'resources/list',
      {},
      { status: 200, body: [at('/result/resources/0/uri', { equals: `${name}://contract` })] },
    ),
    rpc(
      mcp,
      role,
      'resources/templates/list',
      {},
      { status: 200, body: [at('/result/resourceTemplates', { length: offered.length })] },
    ),
    read(`${name}://contract`, { status: 200, body: [at('/result/contents/0/uri', { equals: `${name}://contract` })] }),
    read(`${name}://nothing`, none),
    read('https://another.example/', none),
    read(`${name}://${'x'.repeat(300)}`, { ...none, lacks: ['x'.repeat(200)] }),
    ...rows.map(({ uri, as }) => read(uri, { status: 200, body: [at('/result/contents/0/uri', { equals: uri })] }, as)),
    ...(one
      ? [
          read(`${one.uri}/more`, none, one.as),
          ...(one.missing === null
            ? []
            : [read(one.missing, { body: [at('/error/data/problem/code', { equals: 'not-found' })] }, one.as)]),
          ...(one.outsider === undefined
            ? []
            : [read(one.uri, { body: [at('/error/data/problem/code', { equals: 'forbidden' })] }, one.outsider)]),
          read(`another${one.uri}`, none, one.as),
          read(`${one.start}%E0%A4%A`, none, one.as),
          read(`${one.start}${'1'.repeat(5000)}`, none, one.as),
          read(one.uri, { status: 401 }, null),
        ]
      : []),
  ]
}

/** The address of a row. */
const uriOf = (template: string, key: readonly string[], row: JsonObject): string =>
  key.reduce((text, field) => text.replace(`{${field}}`, () => encodeURIComponent(String(row[field]))), template)

/** Rows whose keys mean something in an address, made and then read by it. */
export const oddResources = (deriving: Derivation, mcp: Mcp): readonly Scenario[] =>
  mcp.surface.resources.flatMap(({ entity: name, key, uriTemplate }): readonly Scenario[] => {
    const entity = deriving.model.entities.find((each) => each.name === name)
    const create = mcp.surface.tools.find(({ operation }) => operation === `${name}.create`)
    const odd = entity && oddKeys(aboutEntity(deriving, entity))
    if (!create || !odd) return []
    const steps = odd.bodies.flatMap((body): readonly Step[] => {
      const uri = uriOf(uriTemplate, key, body)
      const said = key.map((field) =>
        JSON.stringify(`${JSON.stringify(field)}:${JSON.stringify(body[field])}`).slice(1, -1),
      )
      return [
        rpc(mcp, odd.role, 'tools/call', calling(mcp, create.name, { value: body }), {
          body: [at('/result', { present: true }), at('/result/isError', { absent: true })],
        }),
        rpc(
          mcp,
          odd.role,
          'resources/read',
          { uri },
          {
            body: [at('/result/contents/0/uri', { equals: uri })],
            says: said,
          },
        ),
      ]
    })
    return [
      { ...mcpScenario(`resources.${name}`, 'a row is read by its address, whatever its key is', steps), writes: true },
    ]
  })
