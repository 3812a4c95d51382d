import type { GeneratedFile } from '@charter/charter'
import type { EntityModel } from '@charter/runtime'
import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { restAddresses } from '../rest/addresses.ts'
import { stringLiteral } from '../text.ts'
import { createCases } from './create-cases.ts'
import { findCases } from './find-cases.ts'
import { givenOf, type Shared, sharedOf } from './given.ts'
import { httpTest } from './http-test.ts'
import { listCases, readCases } from './read-cases.ts'
import { recordTest } from './record-test.ts'
import { relatedCases, roleCases } from './role-cases.ts'
import { rowsFile } from './rows.ts'
import { serviceTest } from './service-test.ts'
import { signInTest } from './sign-in-test.ts'
import { startTest } from './start-test.ts'
import { stylesTest } from './styles-test.ts'
import { madeOf, subjectOf } from './subject.ts'
import { supportFile } from './support.ts'
import { deleteCases, updateCases } from './update-cases.ts'
import { valuesTest } from './values-test.ts'
import { vouchersFile } from './vouchers.ts'

/** `test/`: what the service must do, entity by entity, over its HTTP interface. */
export const testFiles = (emitting: EmitContext): readonly GeneratedFile[] => {
  const addresses = restAddresses(emitting)
  if (!addresses || emitting.schema === null) return []
  const shared = sharedOf(emitting, addresses)
  const files = emitting.model.entities.map((entity) => {
    const file = emitting.names.file(entity.name)
    return {
      path: `test/${file}.test.ts`,
      text: entityTest(shared, entity),
      owner: 'shared' as const,
    }
  })
  return [
    ...files,
    ...serviceTests(shared).map(([name, text]) => ({
      path: `test/service/${name}.test.ts`,
      text,
      owner: 'shared' as const,
    })),
    { path: 'test/vouchers.ts', text: vouchersFile(emitting), owner: 'shared' },
    { path: 'test/service/service.test.ts', text: serviceTest(emitting), owner: 'shared' },
    { path: 'test/rows.ts', text: rowsFile(emitting, shared.examples), owner: 'shared' },
    { path: 'test/support.ts', text: supportFile(emitting, shared.examples), owner: 'shared' },
  ]
}

/** What holds of the service as a whole: by the name of its file. */
const serviceTests = (shared: Shared): readonly (readonly [string, string])[] => {
  const subject = subjectOf(shared)
  const [made] = madeOf(shared)
  const record = recordTest(
    shared.emitting,
    shared.emitting.model.entities.map((entity) => givenOf(shared, entity)),
  )
  return [
    ['start', startTest(shared.emitting)],
    ['values', valuesTest(shared.emitting)],
    ...(subject ? ([['sign-in', signInTest(subject)]] as const) : []),
    ...(subject ? ([['styles', stylesTest(subject)]] as const) : []),
    ...(made ? ([['http', httpTest(made)]] as const) : []),
    ...(record === null ? [] : ([['record', record]] as const)),
  ]
}

const entityTest = (shared: Shared, entity: EntityModel): string => {
  const given = givenOf(shared, entity)
  const cases = [
    ...readCases(given),
    ...relatedCases(given),
    ...listCases(given),
    ...findCases(given),
    ...roleCases(given),
    ...createCases(given),
    ...updateCases(given),
    ...deleteCases(given),
  ]
  return sourceFile(
    shared.emitting.header,
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
