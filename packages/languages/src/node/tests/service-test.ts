import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import { contractFiles } from '../files/project-files.ts'
import { stringLiteral } from '../text.ts'
import { equal, testCase } from './given.ts'

/** `test/service/service.test.ts`, in a folder as an entity may be called so: what stands around the entities: health, metrics, the published contracts. */
export const serviceTest = (emitting: Emitting): string =>
  sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}(${stringLiteral(emitting.model.name)}, () => {
        let service: ${importedType('../support.ts', 'Running')}
        ${imported('node:test', 'beforeEach')}(async () => {
          service = await ${imported('../support.ts', 'startService')}()
        })
        ${imported('node:test', 'afterEach')}(() => service.close())

        ${testCase(
          'it is alive and ready, and counts what it is asked',
          code`
          for (const path of ['/healthz', '/readyz', '/metrics'])
            ${equal}([path, (await service.ask('GET', path)).status], [path, 200])
        `,
        )}
        ${contractFiles(emitting).map((file) =>
          testCase(
            `${file} is published in development`,
            code`
            const answer = await service.ask('GET', ${stringLiteral(`/${file}`)})
            const published = ${imported('node:fs', 'readFileSync')}(new URL(${stringLiteral(`../../${file}`)}, import.meta.url), 'utf8')
            ${equal}(answer.body, typeof answer.body === 'string' ? published : JSON.parse(published))
          `,
          ),
        )}
        ${testCase(
          'the development page has what was written with it',
          code`
          const answer = await service.ask('GET', '/_charter/page.json')
          ${equal}([answer.status, answer.body.name, answer.body.version], [200, ${stringLiteral(emitting.model.name)}, ${stringLiteral(emitting.model.version)}])
        `,
        )}
      })
    `,
  )
