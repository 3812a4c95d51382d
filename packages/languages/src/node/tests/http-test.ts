import type { Json } from '@charter/runtime'
import { code, imported, importedType, sourceFile } from '../../code.ts'
import { restSurfaceOf } from '../rest/addresses.ts'
import { literal, stringLiteral } from '../text.ts'
import { equal, serviceRowType, testCase } from './given.ts'
import type { Made } from './subject.ts'

/** Calls of the longest batch, and lines of the longest import, that are sent to be taken. */
const callsMost = 7

/** `test/service/http.test.ts`: what carries a request over HTTP, how much of it is taken, and what holds of one that is sent again. */
export const httpTest = ({ given: { emitting, entity }, creator, address, body, one, list }: Made): string => {
  const surface = restSurfaceOf(emitting)
  const pathOf = (kind: string): string | undefined =>
    surface?.routes.find(
      (route) => route.kind === kind && (kind === 'batch' || route.operation.startsWith(`${entity.name}.`)),
    )?.path
  const [batch, search, imports] = ['batch', 'search', 'import'].map(pathOf)
  return sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}('requests', () => {
        const role = ${stringLiteral(creator)}
        const one = ${stringLiteral(one)}
        const list = ${stringLiteral(list)}
        const collection = ${stringLiteral(address)}
        const valid = ${literal(body as Json)}
        let service: ${importedType('../support.ts', 'Running')}
        ${imported('node:test', 'beforeEach')}(async () => {
          service = await ${imported('../support.ts', 'startService')}()
        })
        ${imported('node:test', 'afterEach')}(() => service.close())

        const send = (method: ${importedType('../support.ts', 'Method')}, path: string, text: string | Uint8Array, type = 'application/json', more = {}) =>
          service.ask(method, path, { role, body: typeof text === 'string' ? Buffer.from(text) : text, headers: { 'content-type': type, ...more } })

        ${testCase(
          'an address is read strictly, and has its bounds',
          code`
          const asked: readonly (readonly [string, number])[] = [
            ['?limit=1', 200],
            ['?', 200],
            ['?&limit=1&', 200],
            ['?limit=%31', 200],
            [\`?limit=1&x=\${'x'.repeat(8200)}\`, 414],
            ['?limit=%ff', 400],
            ['?limit=%', 400],
            ['?%ff=1', 400],
            ['?limit=1&limit=2', 422],
            ['?limit=one', 422],
            ['?limit=1.5', 422],
            ['?limit=-1', 422],
            ['?after=AAAA', 400],
            [\`?after=\${'A'.repeat(8000)}\`, 400],
            ['?limit=1&after=1&after=2', 422],
            ['?count=maybe', 422],
            ['?count=true&count=true', 422],
            ['?notThere=1', 422],
            ['?limit[=1', 422],
            ['?[limit]=1', 422],
            ['?fields=notThere', 422],
            ['?sort=notThere', 422],
            ['?sort=-notThere', 422],
            ['?include=notThere', 422],
            ['?filter[notThere]=1', 422],
            ['?filter[notThere][eq]=1', 422],
            ['?filter[a][b][c]=1', 422],
            ['?filter={', 422],
          ]
          for (const [query, status] of asked) {
            const answer = await service.ask('GET', list + query, { role })
            ${equal}([query, answer.status], [query, status])
          }
        `,
        )}
        ${testCase(
          'answers are JSON for whoever takes it',
          code`
          for (const accept of ['*/*', 'application/json', 'application/*', 'application/problem+json', 'text/html, */*;q=0.1', 'APPLICATION/JSON; charset=utf-8'])
            ${equal}([accept, (await service.ask('GET', one, { role, headers: { accept } })).status], [accept, 200])
          for (const accept of ['text/html', 'application/json;q=0', 'application/json; q=0.0, text/*', 'application/xml'])
            ${equal}([accept, (await service.ask('GET', one, { role, headers: { accept } })).status], [accept, 406])
        `,
        )}
        ${testCase(
          'a body is JSON in UTF-8, and is told what is wrong with it',
          code`
          const text = JSON.stringify(valid)
          const bodies: readonly (readonly [string | Uint8Array, string, number, string])[] = [
            ['{', 'application/json', 400, 'malformed'],
            ['', 'application/json', 422, 'invalid-input'],
            [new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400, 'malformed'],
            ['[]', 'application/json', 422, 'invalid-input'],
            ['null', 'application/json', 422, 'invalid-input'],
            ['{"a":1,"a":1}', 'application/json', 422, 'invalid-input'],
            [text, 'text/plain', 415, 'unsupported-media-type'],
            [text, 'application/merge-patch+json', 415, 'unsupported-media-type'],
            [text, 'application/json; charset=latin1', 415, 'unsupported-media-type'],
            [text, 'application/x-ndjson', 415, 'unsupported-media-type'],
            [\`"\${'x'.repeat(service.service.model.limits.bodyBytesMax)}"\`, 'application/json', 413, 'too-large'],
          ]
          for (const [sent, type, status, code] of bodies) {
            const answer = await send('POST', collection, sent, type)
            ${equal}([String(sent).slice(0, 40), type, answer.status, answer.body.code], [String(sent).slice(0, 40), type, status, code])
          }
          ${equal}((await send('POST', collection, text, 'application/json; charset=UTF8')).status, 201)
          ${equal}((await send('POST', collection, text, 'application/json; charset="utf-8"')).status === 415, false)
        `,
        )}
        ${testCase(
          'what is not there is not there, and a path says which methods it has',
          code`
          ${equal}((await service.ask('GET', \`\${list}-not-there\`, { role })).status, 404)
          const answer = await service.ask('DELETE', list, { role })
          ${equal}([answer.status, answer.body.code], [405, 'method-not-allowed'])
          ${imported('node:assert/strict', 'match')}(String(answer.headers.allow), /GET/)
        `,
        )}
        ${testCase(
          'what a client holds is not sent again',
          code`
          const { headers } = await service.ask('GET', one, { role })
          const etag = String(headers.etag)
          for (const held of [etag, \`W/\${etag}\`, \`"another", \${etag}\`, '*']) {
            ${equal}([held, (await service.ask('GET', one, { role, headers: { 'if-none-match': held } })).status], [held, 304])
            ${equal}([held, (await service.ask('HEAD', one, { role, headers: { 'if-none-match': held } })).status], [held, 304])
          }
          ${equal}((await service.ask('GET', one, { role, headers: { 'if-none-match': '"another"' } })).status, 200)
        `,
        )}
        ${testCase(
          'the same idempotency key makes one row, and no other request may have it',
          code`
          const headers = { 'idempotency-key': 'a-key-of-a-client' }
          const made = await service.ask('POST', collection, { role, body: valid, headers })
          ${equal}(made.status, 201)
          const again = await service.ask('POST', collection, { role, body: valid, headers })
          ${equal}([again.status, again.headers['idempotency-replayed'], again.body], [201, 'true', made.body])
          const other = await service.ask('POST', collection, { role, body: {}, headers })
          ${equal}(other.status, 422)
          for (const key of ['', 'a key', 'x'.repeat(256)]) {
            const answer = await service.ask('POST', collection, { role, body: valid, headers: { 'idempotency-key': key } })
            ${imported('node:assert/strict', 'ok')}(answer.status === 400 || answer.status === 422, \`"\${key}" is answered with \${answer.status}\`)
          }
        `,
        )}
        ${
          search &&
          testCase(
            'a search takes a selection and nothing else',
            code`
          const asked: readonly (readonly [unknown, number])[] = [
            [{}, 200],
            [{ limit: 1, count: true }, 200],
            [{ filter: { and: [] } }, 200],
            [{ notThere: 1 }, 422],
            [{ limit: 1.5 }, 422],
            [{ limit: '1' }, 422],
            [{ after: 7 }, 422],
            [{ count: 'true' }, 422],
            [{ sort: 'x' }, 422],
            [{ sort: ['notThere'] }, 422],
            [{ fields: 'x' }, 422],
            [{ include: ['x'] }, 422],
            [{ include: { notThere: {} } }, 422],
            [{ filter: 7 }, 422],
            [{ filter: [] }, 422],
            [{ filter: { and: {} } }, 422],
            [{ filter: { or: [7] } }, 422],
            [{ filter: { not: [] } }, 422],
            [{ filter: { and: [], or: [] } }, 422],
            [{ filter: { field: 7, op: 'eq', value: 1 } }, 422],
            [{ filter: { field: 'notThere', op: 'eq', value: 1 } }, 422],
            [{ filter: { field: ${stringLiteral(entity.key[0] ?? '')}, op: 'near', value: 1 } }, 422],
            [{ filter: { field: ${stringLiteral(entity.key[0] ?? '')}, op: 'eq' } }, 422],
            [{ filter: { field: ${stringLiteral(entity.key[0] ?? '')}, op: 'in', value: 7 } }, 422],
            [{ filter: { field: ${stringLiteral(entity.key[0] ?? '')}, op: 'in', value: [] } }, 200],
            [{ filter: { field: ${stringLiteral(entity.key[0] ?? '')}, op: 'isNull', value: 7 } }, 422],
            [{ filter: { field: ${stringLiteral(entity.key[0] ?? '')}, op: 'isNull', value: true, more: 1 } }, 422],
            [{ filter: { and: Array.from({ length: 2000 }, () => ({ and: [] })) } }, 413],
          ]
          for (const [body, status] of asked) {
            const answer = await service.ask('POST', ${stringLiteral(search)}, { role, body })
            ${equal}([JSON.stringify(body).slice(0, 100), answer.status], [JSON.stringify(body).slice(0, 100), status])
          }
        `,
          )
        }
        ${
          batch &&
          emitting.model.limits.batchMax >= callsMost &&
          testCase(
            'a batch is so many calls, each answered for itself, or all undone',
            code`
          const call = { operation: ${stringLiteral(`${entity.name}.create`)}, value: valid }
          const refused: readonly (readonly [unknown, readonly string[]])[] = [
            [{ calls: [] }, ['/calls']],
            [{ calls: {} }, ['/calls']],
            [{ calls: [7] }, ['/calls']],
            [{ calls: Array.from({ length: service.service.model.limits.batchMax + 1 }, () => call) }, ['/calls']],
            [{ calls: [call], atomic: 'yes' }, ['/atomic']],
            [{ calls: [call], more: 1 }, ['/more']],
            [[], ['/calls']],
          ]
          const { bodyBytesMax } = service.service.model.limits
          for (const [body, paths] of refused.filter(([body]) => JSON.stringify(body).length <= bodyBytesMax)) {
            const answer = await service.ask('POST', ${stringLiteral(batch)}, { role, body })
            ${equal}([answer.status, answer.body.errors?.map(({ path }: ${serviceRowType}) => path)], [422, paths])
          }
          ${equal}((await service.ask('POST', ${stringLiteral(batch)}, { body: { calls: [call] } })).status, 401)
          const wrong: readonly (readonly [${serviceRowType}, string])[] = [
            [{ ...call, operation: 7 }, '/operation'],
            [{ ...call, key: 7 }, '/key'],
            [{ ...call, ifMatch: 7 }, '/ifMatch'],
            [{ ...call, idempotencyKey: 'a key' }, '/idempotencyKey'],
            [{ ...call, idempotencyKey: 7 }, '/idempotencyKey'],
            [{ ...call, more: 1 }, '/more'],
            [{ ...call, select: 7 }, '/select'],
          ]
          const answer = await service.ask('POST', ${stringLiteral(batch)}, { role, body: { calls: wrong.map(([each]) => each) } })
          ${equal}(answer.status, 200)
          ${equal}(answer.body.results.slice(1).map(({ problem }: ${serviceRowType}) => problem.errors?.[0].path), wrong.slice(1).map(([, path]) => path))
          const before = await service.ask('GET', \`\${list}?count=true&limit=1\`, { role })
          const undone = await service.ask('POST', ${stringLiteral(batch)}, { role, body: { atomic: true, calls: [call, { ...call, value: {} }] } })
          ${equal}(undone.body.results.map(({ status }: ${serviceRowType}) => status < 300), [false, false])
          ${equal}((await service.ask('GET', \`\${list}?count=true&limit=1\`, { role })).body.count, before.body.count)
          const done = await service.ask('POST', ${stringLiteral(batch)}, { role, body: { calls: [{ ...call, idempotencyKey: 'once' }, { ...call, idempotencyKey: 'once' }, { ...call, value: {} }] } })
          ${equal}(done.body.results.map(({ status, isReplayed }: ${serviceRowType}) => [status < 300, isReplayed]), [[true, undefined], [true, true], [false, undefined]])
        `,
          )
        }
        ${
          imports &&
          emitting.model.limits.importLinesMax >= callsMost &&
          testCase(
            'an import takes a row a line, as many as are right, once for one key',
            code`
          const path = ${stringLiteral(imports)}
          const line = JSON.stringify(valid)
          const key = { 'idempotency-key': 'an-import' }
          const report = (answer: ${serviceRowType}) => [answer.status, answer.body.lines, answer.body.created, answer.body.failures?.map((each: ${serviceRowType}) => each.line)]
          ${equal}(report(await send('POST', path, \`\\n\${line}\\r\\n  \\n{\\n\`, 'application/x-ndjson', key)), [207, 2, 1, [4]])
          ${equal}(report(await send('POST', path, \`\\n\${line}\`, 'application/x-ndjson', key)), [200, 1, 1, []])
          ${equal}((await send('POST', path, line)).status, 415)
          ${equal}((await service.ask('POST', path, { body: Buffer.from(line), headers: { 'content-type': 'application/x-ndjson' } })).status, 401)
          const long = 'x'.repeat(service.service.model.limits.bodyBytesMax + 1)
          for (const text of [long, \`\${long}\\n\`]) ${equal}((await send('POST', path, text, 'application/x-ndjson')).status, 413)
        `,
          )
        }
      })
    `,
  )
}
