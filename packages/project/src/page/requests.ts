import type { WireRequest } from '@charter/charter'
import type { PageForm, PageInput, PageOperation, PageRequest, PageStyle, PageTemplate } from '@charter/page'
import { type EntityModel, type Json, type ServiceModel, writtenFields } from '@charter/runtime'
import type { RestRoute, StyleUse } from '@charter/styles'
import { type ExampleCall, type ExampleInput, exampleCall } from './example-call.ts'
import { prefilling, type Situation } from './prefill.ts'
import { templateOf, type Variation } from './template.ts'
import { unwritable } from './unwritable.ts'

/** What the page is told of each style, and of each route how its call is spelled in all of them. */
export interface PageRequests {
  readonly styles: readonly PageStyle[]
  readonly operations: readonly Omit<PageOperation, 'id' | 'method' | 'path' | 'summary' | 'entity' | 'keyFields'>[]
}

/**
 * Renders the example of every route in every style. What a style's bodies begin and end with alike is kept once; what each role
 * is filled in with is told apart from that.
 */
export const pageRequests = (
  routes: readonly RestRoute[],
  uses: readonly StyleUse[],
  model: ServiceModel,
  situation: Situation,
): PageRequests => {
  const shown = routes.map((route) => ({ route, ...formsOf(route, model) }))
  const examples = shown.flatMap(({ route, examples: all }) => all.map((example) => ({ route, example })))
  const columns = uses.map((use) => column(use, examples))
  const fill = prefilling(situation)
  const formOf = ({ route, example }: Example, at: number): PageForm => ({
    inputs: (example?.inputs ?? []).map((input) => ({
      name: input.name,
      label: input.label,
      initial: String(initialOf(input, entityOf(model, route), situation) ?? ''),
      ...(input.choices && { choices: input.choices }),
      ...(input.kind && { kind: input.kind }),
      ...refersTo(input, entityOf(model, route)),
    })),
    requests: Object.fromEntries(
      columns.flatMap(({ style, requests }) => {
        const request = requests[at]
        return request === undefined ? [] : [[style.name, request]]
      }),
    ),
  })
  const forms = Map.groupBy(
    examples.map((each, at) => ({ route: each.route, form: formOf(each, at) })),
    ({ route }) => route,
  )
  return {
    styles: columns.map(({ style }) => style),
    operations: shown.map(({ route, examples: own, formFor }) => {
      const [whole, ...others] = forms.get(route)?.map(({ form }) => form) ?? []
      return {
        ...(whole ?? { inputs: [], requests: {} }),
        ...fill(route, (role) => own[(formFor[role] ?? -1) + 1] ?? null),
        ...(others.length > 0 && { forms: others, formFor }),
      }
    }),
  }
}

interface Forms {
  /** The whole first. */
  readonly examples: readonly (ExampleCall | null)[]
  /** By role: which of the others. */
  readonly formFor: Readonly<Record<string, number>>
}

/** The example of a route, and the same again without what some roles may not write. */
const formsOf = (route: RestRoute, model: ServiceModel): Forms => {
  const whole = exampleCall(route, model)
  const entity = entityOf(model, route)
  const { kind } = route
  if (!entity || !whole || (kind !== 'create' && kind !== 'replace' && kind !== 'update'))
    return { examples: [whole], formFor: {} }
  const written = writtenFields(entity, kind)
  const lacks = new Map<string, ReadonlySet<string>>()
  const formFor: Record<string, number> = {}
  for (const role of model.access.roles) {
    const without = unwritable(model, entity, kind, role)
    const names = written.flatMap(({ name }) => (without.has(name) ? [name] : []))
    if (names.length === 0) continue
    const spelled = names.join()
    if (!lacks.has(spelled)) lacks.set(spelled, without)
    formFor[role] = [...lacks.keys()].indexOf(spelled)
  }
  return { examples: [whole, ...[...lacks.values()].map((without) => exampleCall(route, model, without))], formFor }
}

const entityOf = ({ entities }: ServiceModel, route: RestRoute): EntityModel | undefined =>
  entities.find(({ name }) => name === route.entity)

/** A key that is there, a reference to what is there; else the example's value. Nobody can guess a key: then it is empty. */
const initialOf = (
  { name, label, value }: ExampleInput,
  entity: EntityModel | undefined,
  { rows }: Situation,
): Json => {
  const { refers } = refersTo({ name, label }, entity)
  if (!refers) return value
  return rows[refers.entity]?.[0]?.[refers.field] ?? (Object.keys(rows).length === 0 ? '' : value)
}

/** The row that an input names: by its key, or as what a row refers to. */
const refersTo = (
  { name, label }: Pick<ExampleInput, 'name' | 'label'>,
  entity: EntityModel | undefined,
): Pick<PageInput, 'refers'> => {
  if (!entity || !/^(?:key|value)\./.test(name)) return {}
  if (name.startsWith('key.')) return { refers: { entity: entity.name, field: label } }
  const reference = entity.relations.find(({ kind, from }) => kind === 'one' && from.includes(label))
  const field = reference?.to[reference.from.indexOf(label)]
  return reference && field !== undefined ? { refers: { entity: reference.target, field } } : {}
}

interface Example {
  readonly route: RestRoute
  readonly example: ExampleCall | null
}

interface Rendered extends Omit<PageRequest, 'headers'> {
  readonly headers: Readonly<Record<string, string>>
  readonly language: WireRequest['language']
}

const column = ({ style, surface }: StyleUse, examples: readonly Example[]) => {
  const rendered = examples.map((each) => renderedOf({ style, surface }, each))
  const whole = rendered.filter((each) => typeof each === 'object')
  const headers = [...new Set(whole.map((each) => JSON.stringify(each.headers)))]
  const bodies = whole.flatMap(({ body }) => (body ? [body] : []))
  const { head, tail } = sharedEnds(bodies)
  const of: PageStyle = {
    name: style.name,
    title: style.title,
    refusal: style.refusal,
    listener: style.listener === 'http' ? 'http' : style.name,
    url: '',
    language: whole[0]?.language ?? 'json',
    // Written above, from records of texts.
    headers: headers.map((each) => JSON.parse(each) as Readonly<Record<string, string>>),
    head,
    tail,
    spellings: style.spellings?.(surface) ?? {},
  }
  return {
    style: of,
    requests: rendered.map((each): PageRequest | string | undefined => {
      if (typeof each !== 'object') return each
      const { method, target, body } = each
      return {
        method,
        target,
        headers: headers.indexOf(JSON.stringify(each.headers)),
        body: body && without(body, head.length, tail.length),
      }
    }),
  }
}

/** Routes that are REST's own way of saying something: their call is another route's. */
const ownRoutes: readonly string[] = ['nested', 'search', 'import', 'batch']

const renderedOf = ({ style, surface }: StyleUse, { route, example }: Example): Rendered | string | undefined => {
  if (ownRoutes.includes(route.kind)) return style.name === 'rest' ? routeItself(route, example) : undefined
  if (!example) return `No example of ${route.operation} could be made: write the request yourself.`
  const { call, inputs } = example
  const wire = style.request(surface, call)
  if (typeof wire === 'string') return wire
  const others = inputs.map(({ name, value, choices, others: all }) => ({
    input: name,
    value,
    isClosed: choices !== null,
    wires: all.flatMap((other) => {
      const spelled = style.request(surface, other.call)
      return typeof spelled === 'string' ? [] : [{ value: other.value, wire: spelled }]
    }),
  }))
  const variations = (text: (wire: WireRequest) => string): readonly Variation[] =>
    others
      .map(({ wires, ...each }) => ({
        ...each,
        others: wires.map((other) => ({ value: other.value, text: text(other.wire) })),
      }))
      .filter((each) => each.others.some((other) => other.text !== text(wire)))
  return {
    method: wire.method,
    target: templateOf(
      wire.target,
      variations(({ target }) => target),
      ['uri'],
    ),
    headers: wire.headers,
    body:
      wire.body === null
        ? null
        : templateOf(
            wire.body,
            variations(({ body }) => body ?? ''),
            wire.language === 'xml' ? ['xml'] : ['string', 'literal'],
          ),
    language: wire.language,
  }
}

/** A route that no call stands for, as its path says. */
const routeItself = ({ kind, method, path }: RestRoute, example: ExampleCall | null): Rendered => {
  const target = path.split(/(:[\w$]+)/).filter(Boolean)
  const known = new Set(example?.inputs.map(({ name }) => name))
  const body = bodies[kind]
  return {
    method,
    target: [
      ...target.map((part) => {
        const input = `key.${part.slice(1)}`
        return part.startsWith(':') && known.has(input) ? { input, as: 'uri' as const } : part
      }),
      ...(kind === 'nested' ? ['?limit=', { input: 'limit', as: 'uri' as const }, '&count=true'] : []),
    ],
    headers: body ? { 'content-type': body.type } : {},
    body: body?.template ?? null,
    language: 'json',
  }
}

const bodies: Readonly<Partial<Record<RestRoute['kind'], { readonly type: string; readonly template: PageTemplate }>>> =
  {
    search: { type: 'application/json', template: ['{"limit":5}'] },
    batch: { type: 'application/json', template: ['{"calls":', { input: 'calls', as: 'raw' }, '}'] },
    import: { type: 'application/x-ndjson', template: [{ input: 'lines', as: 'raw' }] },
  }

/** The longest text that all bodies begin with, and then end with; nothing where there is one body alone. */
const sharedEnds = (bodies: readonly PageTemplate[]): { readonly head: string; readonly tail: string } => {
  const firsts = bodies.map(([first]) => (typeof first === 'string' ? first : ''))
  const head = bodies.length < 2 ? '' : commonStart(firsts)
  const lasts = bodies.map((body) => {
    const last = body.at(-1)
    const text = typeof last === 'string' ? last : ''
    return body.length === 1 ? text.slice(head.length) : text
  })
  const tail = bodies.length < 2 ? '' : reversed(commonStart(lasts.map(reversed)))
  return { head, tail }
}

const commonStart = ([first = '', ...rest]: readonly string[]): string => {
  let length = 0
  while (length < first.length && rest.every((text) => text[length] === first[length])) length++
  return first.slice(0, length)
}

const reversed = (text: string): string => [...text].reverse().join('')

const without = (body: PageTemplate, head: number, tail: number): PageTemplate =>
  body
    .map((part, at) => {
      if (typeof part !== 'string') return part
      const from = at === 0 ? head : 0
      return part.slice(from, at === body.length - 1 ? Math.max(part.length - tail, from) : part.length)
    })
    .filter((part) => part !== '')
