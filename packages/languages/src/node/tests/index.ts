import { type ExampleRows, exampleRows, type GeneratedFile } from '@charter/charter'
import type { EntityModel } from '@charter/runtime'
import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import { type AddressOf, restAddresses } from '../rest/addresses.ts'
import { stringLiteral } from '../text.ts'
import { createCases } from './create-cases.ts'
import { givenOf } from './given.ts'
import { listCases, readCases } from './read-cases.ts'
import { rowCount, rowsFile } from './rows.ts'
import { supportFile } from './support.ts'
import { deleteCases, updateCases } from './update-cases.ts'

/** `test/`: what the service must do, entity by entity, over its HTTP interface. */
export const testFiles = (emitting: Emitting): readonly GeneratedFile[] => {
  const examples = exampleRows(emitting.model, rowCount)
  const addresses = restAddresses(emitting)
  if (!addresses || emitting.schema === null) return []
  const files = emitting.model.entities.map((entity) => {
    const file = emitting.names.file(entity.name)
    return {
      path: `test/${file}.test.ts`,
      text: entityTest(emitting, entity, examples, addresses),
      owner: 'machine' as const,
    }
  })
  return [
    ...files,
    { path: 'test/rows.ts', text: rowsFile(emitting, examples), owner: 'machine' },
    { path: 'test/support.ts', text: supportFile(emitting, examples), owner: 'machine' },
  ]
}

const entityTest = (emitting: Emitting, entity: EntityModel, examples: ExampleRows, addresses: AddressOf): string => {
  const given = givenOf(emitting, entity, examples, addresses)
  const cases = [
    ...readCases(given),
    ...listCases(given),
    ...createCases(given),
    ...updateCases(given),
    ...deleteCases(given),
  ]
  return sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}(${stringLiteral(entity.name)}, () => {
        let service: ${importedType('./support.ts', 'Running')}
        ${imported('node:test', 'beforeEach')}(async () => {
          service = await ${imported('./support.ts', 'startService')}()
        })
        ${imported('node:test', 'afterEach')}(() => service.close())

        ${cases}
      })
    `,
  )
}
