import { accessMatrix } from '@charter/access'
import { type Charter, type CharterDocument, verdictText } from '@charter/charter'
import { sampleRows } from '@charter/draft/sample-rows'
import type { PageData, PageField, PageOperation } from '@charter/page'
import {
  calledOperations,
  type EntityModel,
  type FieldModel,
  type JsonObject,
  nounOf,
  type OperationModel,
  oneOf,
  ownMember,
  problemCodes,
  type ServiceModel,
  type Type,
} from '@charter/runtime'
import type { Derived } from '@charter/service'
import { type RestFile, type RestRoute, rest } from '@charter/styles'
import type { LoadedCharter } from './load.ts'
import { claimsOf, pageRoles, type Samples, samplesOf } from './page/page-roles.ts'
import { pageWords } from './page/page-words.ts'
import { pageRequests } from './page/requests.ts'
import { stateDiagrams } from './page/state-diagram.ts'

/** What the development page shows: everything but the tokens, which are minted when the service starts. */
export const pageData = (
  derived: Derived,
  { document, words }: Pick<LoadedCharter, 'document' | 'words'>,
): PageData => {
  const { charter, model } = derived
  const samples = samplesOf(charter)
  const claims = claimsOf(derived, samples)
  const { routes, files = [] } = rest.surface(charter)
  const roles = pageRoles(derived, samples)
  const { styles, operations } = pageRequests(routes, inOrder(derived), model, {
    model,
    rows: derived.source.kind === 'own' ? mostlyTheirs(derived, samples, claims) : {},
    spare: derived.source.kind === 'own' ? sampleRows(charter, { seed: 2, perEntity: 24 }) : {},
    claims: Object.fromEntries(roles.map((role) => [role.name, role.claims])),
    styles: charter.serves.length,
  })
  return {
    name: charter.name,
    title: charter.title,
    version: charter.version,
    description: charter.description ?? '',
    charter: { file: document.root, text: textOf(document) },
    questions: charter.questions,
    ...(words !== undefined && { words: pageWords(words, document.lock) }),
    provenance: Object.fromEntries(
      Object.entries(document.lock.provenance).map(([path, { confidence, ...rest }]) => [
        path,
        { ...rest, confidence: confidence ?? 1 },
      ]),
    ),
    entities: model.entities.map((entity) => entityOf(entity, charter, files)),
    styles,
    problems: Object.keys(problemCodes),
    operations: routes.map((route, at) => ({
      ...operationOf(route, charter, model),
      inputs: [],
      requests: {},
      ...operations[at],
    })),
    roles,
    access: accessOf(derived),
    hidden: hiddenOf(derived),
  }
}

/** Styles as the charter names them. */
const inOrder = ({ charter, styles }: Derived): Derived['styles'] =>
  styles.toSorted((a, b) => charter.serves.indexOf(a.style.name) - charter.serves.indexOf(b.style.name))

const textOf = ({ files, root }: CharterDocument): string =>
  [root, ...Object.keys(files).filter((file) => file !== root && /\.ya?ml$/.test(file))]
    .map((file) => files[file] ?? '')
    .join('\n')

const entityOf = (
  { name, description, fields, relations }: EntityModel,
  charter: Charter,
  files: readonly RestFile[],
): PageData['entities'][number] => ({
  name,
  description: description ?? '',
  fields: fields.map(
    (field): PageField => ({
      name: field.name,
      type: fieldTypeText(field),
      isOptional: field.isOptional,
      class: field.class ?? null,
      reveal: field.reveal ?? null,
      description: field.description ?? '',
      ...(field.writable !== 'always' && { writes: field.writable }),
      ...fileOf(
        field,
        files.find((each) => each.entity === name && each.field === field.name),
      ),
      ...(structured.includes(field.type.kind) && { isStructured: true as const }),
    }),
  ),
  relations: relations.map(({ name: relation, kind, target }) => ({ name: relation, kind, target })),
  ...statesOf(name, charter),
})

const fileOf = ({ file }: FieldModel, place: RestFile | undefined): Pick<PageField, 'file'> =>
  file && place ? { file: { path: place.path, accept: file.kinds?.join() ?? '' } } : {}

const statesOf = (name: string, charter: Charter): Pick<PageData['entities'][number], 'states'> => {
  const entity = charter.entities.find((each) => each.name === name)
  const states = entity ? stateDiagrams(entity, charter) : []
  return states.length > 0 ? { states } : {}
}

const structured: readonly string[] = ['array', 'vector', 'map', 'record', 'union', 'json', 'named']

/** As `typeText`; of a file how long it may be. */
export const fieldTypeText = ({ file, type }: Pick<FieldModel, 'file' | 'type'>): string =>
  file ? `file ..${sizeText(file.bytesMax)}` : typeText(type)

/** `text 1..120`, `decimal(8,2) ≥ 0`, `written | dispensed`. */
export const typeText = (type: Type): string => {
  switch (type.kind) {
    case 'text':
      return `${type.format ?? 'text'}${bounds(type.lengthMin, type.lengthMax)}${type.pattern === undefined ? '' : ` /${type.pattern}/`}`
    case 'int32':
    case 'int64':
    case 'float64':
    case 'date':
    case 'instant':
      return `${type.kind}${bounds(type.min, type.max)}`
    case 'decimal':
      return `decimal(${type.precision},${type.scale})${bounds(type.min, type.max)}`
    case 'enum':
      return type.values.join(' | ')
    case 'array':
      return `${typeText(type.items)}[]`
    case 'vector':
      return `vector(${type.size})`
    case 'named':
      return type.name
    default:
      return type.kind
  }
}

const bounds = (min: string | number | undefined, max: string | number | undefined): string =>
  min === undefined && max === undefined ? '' : ` ${min ?? ''}..${max ?? ''}`

/** `20 MiB`: in the largest unit that leaves a whole number. */
export const sizeText = (bytes: number): string => {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  const unit = Math.max(
    0,
    units.findLastIndex((_, at) => bytes % 1024 ** at === 0),
  )
  return `${bytes / 1024 ** unit} ${units[unit]}`
}

const operationOf = (
  route: RestRoute,
  charter: Charter,
  model: ServiceModel,
): Omit<PageOperation, 'inputs' | 'requests'> => ({
  id: route.operation,
  method: route.method,
  path: route.path,
  summary: summaryOf(
    route,
    charter,
    calledOperations(model).find(({ name }) => name === route.operation),
  ),
  entity: route.entity ?? null,
  keyFields: route.keyFields,
})

const summaryOf = (route: RestRoute, charter: Charter, operation: OperationModel | undefined): string => {
  const { entities } = charter
  const said = calledOperations(charter).find(({ name }) => name === operation?.name)?.description
  if (operation) return said ?? sentenceCase(nounOf(operation.name))
  const name = route.entity ?? ''
  const plural = (of: string): string =>
    (entities.find((entity) => entity.name === of)?.plural ?? of).replaceAll(/[-_]/g, ' ')
  const target = route.operation.split('.')[0] ?? ''
  switch (route.kind) {
    case 'list':
      return `List ${plural(name)}`
    case 'nested':
      return `List the ${plural(target)} of ${oneOf(name)}`
    case 'search':
      return `Search ${plural(name)}`
    case 'import':
      return `Import ${plural(name)}, one a line`
    case 'audit':
      return `Who did what to ${oneOf(name)}`
    case 'batch':
      return 'Make several calls at once'
    case 'remove':
      return `Delete ${oneOf(name)}`
    case 'update':
      return `Change ${oneOf(name)}`
    default:
      return `${sentenceCase(route.kind)} ${oneOf(name)}`
  }
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The sample rows, those first that the claims give. */
const mostlyTheirs = ({ charter }: Derived, samples: Samples, claims: JsonObject): Samples => {
  const ties = charter.access.principal.map(({ name, claim }) => [name, claims[claim]] as const)
  const isTheirs = (row: JsonObject): boolean =>
    ties.every(([name, value]) => (ownMember(row, name) ?? value) === value)
  return Object.fromEntries(
    Object.entries(samples).map(([entity, rows]) => [
      entity,
      [...rows.filter(isTheirs), ...rows.filter((row) => !isTheirs(row))],
    ]),
  )
}

/** Of each role the fields that it sees not at all, or of some rows alone. */
const hiddenOf = ({ charter, access }: Derived): NonNullable<PageData['hidden']> => {
  const hidden: Record<string, Record<string, string>> = {}
  for (const { role, entity, fields } of accessMatrix(charter, access.rules))
    for (const [name, verdict] of Object.entries(fields)) {
      if (verdict.kind === 'yes') continue
      const of = ownMember(hidden, role) ?? {}
      hidden[role] = of
      of[`${entity}.${name}`] = verdict.kind === 'when' ? verdict.condition : 'no'
    }
  return hidden
}

const accessOf = ({ charter, access }: Derived): PageData['access'] => {
  const matrix: Record<string, Record<string, string>> = {}
  for (const row of accessMatrix(charter, access.rules)) {
    const id =
      row.entity === null || charter.operations.some(({ name }) => name === row.operation)
        ? row.operation
        : `${row.entity}.${row.operation}`
    const cells = ownMember(matrix, row.role) ?? {}
    matrix[row.role] = cells
    cells[id] = row.verdict.kind === 'when' ? row.verdict.condition : verdictText(row.verdict)
    if (row.operation === 'update') cells[`${row.entity}.replace`] = cells[id]
  }
  return matrix
}
