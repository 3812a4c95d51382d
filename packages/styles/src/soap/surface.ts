import { type Charter, type Entity, offersOf, toModel } from '@charter/charter'
import type { ServiceModel } from '@charter/runtime'
import type { SoapNames, SoapOperation, SoapOperationKind } from './transport/names.ts'

/** The SOAP plan of a charter: its names, and what a client must know of the rows and inputs to read and write them. */
export interface SoapSurface {
  readonly description: string
  readonly names: SoapNames
  readonly model: Pick<ServiceModel, 'entities' | 'operations' | 'types'>
}

export const surfaceOf = (charter: Charter): SoapSurface => {
  const service = pascalCase(charter.name)
  const major = charter.version.split('.')[0] ?? '1'
  const { entities, operations, types } = toModel(charter, [])
  return {
    description: charter.description ?? charter.title,
    names: {
      service,
      namespace: `urn:charter:${charter.name}:${major}`,
      path: `/soap/${service}`,
      operations: named([...charter.entities.flatMap(entityOperations), ...customOperations(charter)]),
    },
    model: { entities, operations, types },
  }
}

const entityOperations = (entity: Entity): readonly SoapOperation[] => {
  const { name, key } = entity
  const many = pascalCase(entity.plural)
  const offers = offersOf(entity)
  const operation = (kind: SoapOperationKind, words: string, action: string = kind): SoapOperation => ({
    name: words,
    kind,
    operation: `${name}.${action}`,
    entity: name,
  })
  const all = [
    ...(key.length > 0
      ? [
          operation('create', `Create${name}`),
          operation('read', `Get${name}`),
          operation('replace', `Replace${name}`),
          operation('update', `Update${name}`),
          operation('delete', `Delete${name}`),
          operation('audit', `Get${name}Audit`),
        ]
      : []),
    operation('list', `List${many}`),
    operation('aggregate', `Aggregate${many}`),
  ]
  return all.filter(({ kind }) => offers.some((offer) => offer === (kind === 'aggregate' ? 'list' : kind)))
}

const customOperations = ({ operations }: Charter): readonly SoapOperation[] =>
  operations
    .filter(({ mode }) => mode !== 'stream')
    .map(({ name, entity }) => ({ name: pascalCase(name), kind: 'custom', operation: name, ...(entity && { entity }) }))

/** Who comes first keeps the name; a later twin gets a number. Response elements are names too. */
const named = (operations: readonly SoapOperation[]): readonly SoapOperation[] => {
  const taken = new Set<string>()
  return operations.map((operation) => {
    let { name } = operation
    for (let twin = 2; taken.has(name) || taken.has(`${name}Response`); twin++) name = `${operation.name}${twin}`
    taken.add(name).add(`${name}Response`)
    return { ...operation, name }
  })
}

/** `lab-results` and `labResults` are LabResults. */
const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
