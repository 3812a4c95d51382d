import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileAccess } from '@charter/access'
import {
  type Charter,
  checkCharter,
  type Diagnostic,
  driverUse,
  type GeneratedFile,
  type GenerateInput,
  hasErrors,
  listenerPlaces,
  parseCharter,
  toModel,
  transportsOf,
} from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { PageData } from '@charter/page'
import type { SqlSchema } from '@charter/sql'
import type { EntitySql } from '@charter/sql/store'
import { styles } from '@charter/styles'
import { node } from '../index.ts'
import { hostileDocument } from './hostile-document.ts'
import { hostileText, impossibleName } from './hostile-text.ts'
import { type Random, randomOf } from './random.ts'

export interface Hostile {
  readonly seed: number
  readonly input: GenerateInput<EntitySql, SqlSchema>
  readonly files: readonly GeneratedFile[]
}

/** The service of the seed's charter, or why the charter was refused. Every third one is changed past the parser. */
export const generateHostile = async (
  seed: number,
  { isPastParser = seed % 3 === 2 } = {},
): Promise<Hostile | { readonly seed: number; readonly refused: readonly Diagnostic[] }> => {
  const random = randomOf(seed)
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': hostileDocument(random) }, { styles })
  if (!charter) return { seed, refused: diagnostics }
  const context = { styles, connectors, access: compileAccess }
  const found = checkCharter(charter, context)
  if (hasErrors(found)) return { seed, refused: found }
  const sound = inputOf(charter, random)
  const input = isPastParser ? pastParser(sound, random) : sound
  return { seed, input, files: await node.generate(input) }
}

const inputOf = (charter: Charter, random: Random): GenerateInput<EntitySql, SqlSchema> => {
  const connector = connectors.find(({ name }) => name === 'sqlite')
  if (!connector) throw new Error('there is no connector for SQLite')
  const access = compileAccess(charter)
  const model = toModel(charter, access.rules)
  const served = styles.filter(({ name }) => charter.serves.includes(name))
  return {
    charter,
    model,
    plans: connector.render(charter, model),
    schema: connector.createSchema(charter),
    companion: null,
    rows: driverUse(connector, 'node', { defaultUrl: connector.ownUrl('data') }),
    state: null,
    surfaces: Object.fromEntries(served.map((style) => [style.name, style.surface(charter)])),
    transports: transportsOf(served, 'node'),
    listeners: listenerPlaces(served),
    contracts: {},
    page: pageOf(charter, random),
    cedar: access.cedar,
    runtimeFiles: {},
    format: async (files) => files,
  }
}

const pageOf = ({ name, title, version, questions }: Charter, random: Random): PageData => ({
  name,
  title,
  version,
  description: hostileText(random),
  charter: { file: hostileText(random), text: hostileText(random) },
  questions,
  provenance: { [hostileText(random)]: { quoted: hostileText(random), confidence: 0.5 } },
  entities: [],
  styles: [],
  problems: [],
  operations: [],
  roles: [],
  access: { [hostileText(random)]: { [hostileText(random)]: 'yes' } },
})

/**
 * What the parser never lets through, put in its place everywhere: one name of an entity, field or operation becomes
 * impossible, and every description holds halves of surrogate pairs. The language must not rely on who checked before it.
 */
const pastParser = (
  input: GenerateInput<EntitySql, SqlSchema>,
  random: Random,
): GenerateInput<EntitySql, SqlSchema> => {
  const { charter } = input
  const [entity] = charter.entities
  const names = [
    entity?.name,
    entity?.fields.at(-1)?.name,
    [...charter.operations, ...charter.internal][0]?.name,
    Object.keys(charter.types)[0],
  ].filter((name): name is string => name !== undefined && !keywords.has(name))
  if (names.length === 0) return input
  const from = random.pick(names)
  const taken = new Set(JSON.stringify(charter).match(/"(?:[^"\\]|\\.)*"/g) ?? [])
  const to = impossibleName(random)
  if (taken.has(JSON.stringify(to))) return input
  const renamed = (text: string): string =>
    text === from ? to : text.startsWith(`${from}.`) ? `${to}${text.slice(from.length)}` : text
  const { format, rows, state, ...data } = input
  const description = hostileText(random, true)
  return {
    ...(mapped(data, renamed, description) as Omit<GenerateInput<EntitySql, SqlSchema>, 'format'>),
    rows,
    state,
    format,
  }
}

const mapped = (value: unknown, renamed: (text: string) => string, description: string): unknown => {
  if (typeof value === 'string') return renamed(value)
  if (Array.isArray(value)) return value.map((each) => mapped(each, renamed, description))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      keywords.has(name) ? name : renamed(name),
      name === 'description' && typeof item === 'string'
        ? description
        : keptAsIs.has(name)
          ? item
          : mapped(item, renamed, description),
    ]),
  )
}

/** Members of our own data, and values from closed lists: never names, even where they are spelled alike. */
const keptAsIs = new Set([
  'kind',
  'shape',
  'label',
  'effect',
  'writable',
  'offers',
  'method',
  'op',
  'cedar',
  'schema',
  'severity',
  'mode',
  'path',
])
/** Members of what surfaces are made of (`readonly roots?: …`), so that a name of a charter that is called so stays what it is. */
const membersOfSurfaces = (): readonly string[] => {
  const styles = fileURLToPath(new URL('../../../../styles/src/', import.meta.url))
  return globSync('**/*.ts', { cwd: styles })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(styles, file), 'utf8').matchAll(/^ *readonly (\w+)\??:/gm)].map(([, name]) => name ?? ''),
    )
}

const keywords = new Set([
  ...'name title version description digest entities operations types access limits key fields relations offers unique checks source isOwned tenantField softDeleteField writable class reveal mask isFilterable isSortable type isOptional default kind value target from to through hasKey input result effect errors entity isList accepts roles principal rules mfa tenantClaim personClaim claim isRequired id actions when file line text columns rest sql plans routes method path operation relation answers keyFields base protected charter model page surfaces contracts runtimeFiles message predicate questions provenance about sentence choices place column serves frameworks sources policies places plural allow isReadOnly isShared do isUnique isImmutable values members variants tag items size length min max of left right op update insert select remove depth cost introspection persisted node as shape filterAs was isNullable hasDefault filter writable etag member roots read list aggregate audit create replace delete changes object connection edge orderBy createValue replaceValue patch change changeKey aggregateGroup groupBy aggregateKey aggregateSum aggregateAverage aggregateMin aggregateMax createInput createPayload replaceInput replacePayload updateInput updatePayload deleteInput deletePayload keyOf payload variant given domain package messages enums services number label of oneof reservedNumbers reservedNames relation unspecified one many repeated map record union any'.split(
    ' ',
  ),
  ...membersOfSurfaces(),
])
