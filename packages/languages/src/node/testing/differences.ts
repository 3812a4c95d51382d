import { type Json, type JsonObject, ownOperations } from '@charter/runtime'
import type { RestSurface } from '@charter/styles'
import { printedAccess } from '../files/model.ts'
import { namesOf } from '../names.ts'
import type { Hostile } from './generate-hostile.ts'
import { canary } from './hostile-text.ts'
import { type Module, readBack } from './read-back.ts'

/** What a service's own constants, read back from its source, say otherwise than what they were printed from. */
export const differences = ({ input, files }: Hostile): readonly string[] => {
  const { model, plans, page, schema, charter } = input
  const load = readBack(files)
  const names = namesOf(charter)
  const { name, title, version, digest, ...rest } = { ...model, access: printedAccess(model) }
  const { description: _, ...said } = { name, title, version, digest, ...rest }
  const compared: readonly (readonly [string, () => unknown, unknown])[] = [
    ['src/model.ts', () => load('src/model.ts').model, said],
    ['src/access.ts', () => load('src/access.ts').access, rest.access],
    ['src/sql.ts', () => load('src/sql.ts').sql, plans],
    ['src/page.json', () => JSON.parse(files.find(({ path }) => path === 'src/page.json')?.text ?? 'null'), page],
    ['src/migrations/0001-initial.ts', () => load('src/migrations/0001-initial.ts').initial, schema],
    ...(model.routes
      ? ([
          [
            'src/routes/index.ts',
            () => Object.keys(load('src/routes/index.ts').routes as object),
            model.routes.map(({ name }) => name),
          ],
        ] as const)
      : []),
    ['src/routes.ts', () => routesIn(load('src/routes.ts')), routesOf(input.surfaces.rest as RestSurface)],
    [
      'src/operations/index.ts',
      () => Object.keys(load('src/operations/index.ts').operations as object),
      ownOperations(model).map(({ name }) => name),
    ],
    [
      'test/rows.ts',
      () => Object.keys(load('test/rows.ts').rows as object),
      unique(model.entities.map(({ name }) => name)),
    ],
  ]
  const found = compared.flatMap(([path, read, printed]) => differenceOf(path, read, printed))
  for (const { name } of ownOperations(model))
    found.push(
      ...differenceOf(
        `operation ${name}`,
        () => typeof load(`src/operations/${names.operationFile(name)}.ts`)[names.operation(name)],
        'function',
      ),
    )
  const hooked = model.entities.filter(({ hooks }) => hooks)
  if (hooked.length > 0)
    found.push(
      ...differenceOf(
        'src/hooks.ts',
        () => Object.entries(load('src/hooks.ts').hooks as object).map(([name, hooks]) => [name, Object.keys(hooks)]),
        hooked.map(({ name, hooks }) => [name, hooks]),
      ),
    )
  if (Object.hasOwn(globalThis, canary)) {
    Reflect.deleteProperty(globalThis, canary)
    found.push('text of the charter was run')
  }
  return found
}

const unique = (names: readonly string[]): readonly string[] =>
  Object.keys(Object.fromEntries(names.map((name) => [name, 0])))

const differenceOf = (path: string, read: () => unknown, printed: unknown): string[] => {
  try {
    const [was, is] = [plain(printed), plain(read())]
    return was === is ? [] : [`${path}: ${excerpt(was, is)}`]
  } catch (error) {
    return [`${path}: ${error instanceof Error ? error.message.slice(0, 400) : error}`]
  }
}

/** JSON text keeps order, own `__proto__` members and halves of surrogate pairs; `undefined` members fall away on both sides. */
const plain = (value: unknown): string => JSON.stringify(value)

const excerpt = (was: string, is: string): string => {
  let at = 0
  while (was[at] === is[at] && at < was.length) at++
  const around = (text: string) => text.slice(Math.max(0, at - 30), at + 60)
  return `printed ${around(was)}, read ${around(is)}`
}

/** Registers the routes with a server and a transport that only note what they are asked for. */
const routesIn = (module: Module): Json => {
  const noted: JsonObject[] = []
  const app = new Proxy(
    {},
    {
      get: (_, method) => (path: string, handler: JsonObject) =>
        noted.push({ method: String(method).toUpperCase(), path, ...handler }),
    },
  )
  const own = (_: unknown, { name }: { name: string }, { method, url }: { method: string; url: string }) =>
    noted.push({ method, path: url, kind: 'own', of: name })
  const rest = new Proxy(
    {},
    {
      get: (_, kind) =>
        kind === 'own' ? own : (model?: { name: string }) => ({ kind: String(kind), of: model?.name ?? 'batch' }),
    },
  )
  const register = module.routes as (app: unknown, rest: unknown) => void
  register(app, rest)
  return sorted(noted)
}

const routesOf = ({ routes }: RestSurface): Json =>
  sorted(
    routes.map(({ method, path, kind, entity, operation }) => ({
      method,
      path,
      kind,
      of: kind === 'operation' || kind === 'own' || kind === 'batch' ? operation : (entity ?? ''),
    })),
  )

const sorted = (routes: readonly JsonObject[]): readonly JsonObject[] =>
  [...routes].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
