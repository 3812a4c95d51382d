import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import { stringLiteral } from '../text.ts'
import { equal, testCase } from './given.ts'
import type { Subject } from './subject.ts'

/** What the styles call the list of one entity. */
interface Named {
  readonly graphql: {
    readonly entities: readonly { readonly name: string; readonly roots: { readonly list?: string } }[]
  }
  readonly soap: {
    readonly names: { readonly path: string; readonly namespace: string; readonly operations: readonly Operation[] }
  }
  readonly mcp: { readonly path: string; readonly tools: readonly Operation[] }
  readonly grpc: {
    readonly package: string
    readonly services: readonly { readonly name: string; readonly methods: readonly (Operation & { kind: string })[] }[]
  }
}

interface Operation {
  readonly name: string
  readonly operation: string
}

/** `test/service/styles.test.ts`: the same list in every style that is served, and what each refuses of its own protocol. */
export const stylesTest = (subject: Subject): string => {
  const { emitting, entity } = subject.given
  // Surfaces are plain data, which their interface does not say.
  const surfaces = emitting.surfaces as unknown as Partial<Named>
  const operation = `${entity.name}.list`
  const root = surfaces.graphql?.entities.find(({ name }) => name === entity.name)?.roots.list
  const request = surfaces.soap?.names.operations.find((each) => each.operation === operation)?.name
  const tool = surfaces.mcp?.tools.find((each) => each.operation === operation)?.name
  const rpc = surfaces.grpc?.services.flatMap(({ name, methods }) =>
    methods.flatMap((each) =>
      each.operation === operation && each.kind === 'list' ? [`/${surfaces.grpc?.package}.${name}/${each.name}`] : [],
    ),
  )[0]
  return sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}('styles', () => {
        const role = ${stringLiteral(subject.role)}
        let service: ${importedType('../support.ts', 'Running')}
        ${imported('node:test', 'before')}(async () => {
          service = await ${imported('../support.ts', 'startService')}()
        })
        ${imported('node:test', 'after')}(() => service.close())

        ${testCase(
          'REST lists',
          code`
          const answer = await service.ask('GET', ${stringLiteral(subject.list)}, { role })
          ${equal}([answer.status, answer.body.items.length > 0], [200, true])
        `,
        )}
        ${root !== undefined && graphqlCases(root)}
        ${surfaces.soap && request !== undefined && soapCases(surfaces.soap.names, request)}
        ${surfaces.mcp && tool !== undefined && mcpCases(surfaces.mcp.path, tool)}
        ${rpc !== undefined && grpcCases(rpc)}
      })
    `,
  )
}

const graphqlCases = (root: string): Code => code`
  const query = '{ ${root}(first: 1) { nodes { __typename } } }'

  ${testCase(
    'GraphQL lists, with POST and with GET, in the media type that is asked for',
    code`
    const answer = await service.ask('POST', '/graphql', { role, body: { query } })
    ${equal}([answer.status, answer.body.errors, answer.body.data.${root}.nodes.length], [200, undefined, 1])
    ${equal}((await service.ask('GET', \`/graphql?query=\${encodeURIComponent(query)}&variables=&operationName=\`, { role })).body, answer.body)
    const types: readonly (readonly [string, number, string])[] = [
      ['*/*', 200, 'application/json; charset=utf-8'],
      ['application/*', 200, 'application/json; charset=utf-8'],
      ['text/html, application/graphql-response+json;q=0.5, application/json;q=0.1', 200, 'application/graphql-response+json; charset=utf-8'],
      ['application/json; charset=utf8', 200, 'application/json; charset=utf-8'],
      ['application/json; charset=utf-8', 200, 'application/json; charset=utf-8'],
      ['application/json; charset=latin1', 406, 'application/json; charset=utf-8'],
      ['application/json;q=0', 406, 'application/json; charset=utf-8'],
      ['text/html', 406, 'application/json; charset=utf-8'],
    ]
    for (const [accept, status, type] of types) {
      const { status: found, headers } = await service.ask('POST', '/graphql', { role, body: { query }, headers: { accept } })
      ${equal}([accept, found, headers['content-type']], [accept, status, type])
    }
  `,
  )}
  ${testCase(
    'GraphQL refuses what is no request, and documents that are not sound or ask for too much',
    code`
    const many = (count: number, each: (at: number) => string) => Array.from({ length: count }, (_, at) => each(at)).join(' ')
    const refused: readonly (readonly [unknown, number])[] = [
      [[], 400],
      [{}, 400],
      [{ query: 7 }, 400],
      [{ query, operationName: 7 }, 400],
      [{ query, variables: [] }, 400],
      [{ query, extensions: 'x' }, 400],
      [{ query, extensions: { persistedQuery: { sha256Hash: '0'.repeat(64) } } }, 400],
      [{ extensions: { persistedQuery: { sha256Hash: '0'.repeat(64) } } }, 501],
      [{ query: '{' }, 400],
      [{ query: '{ notThere }' }, 400],
      [{ query: \`query a \${query} query b \${query}\` }, 400],
      [{ query: \`query a \${query}\`, operationName: 'b' }, 400],
      [{ query: 'query a($x: Boolean!) { __typename @skip(if: $x) }' }, 422],
      [{ query: 'query a($x: Boolean = true) { __typename @skip(if: $x) }', variables: { x: null } }, 422],
      [{ query: \`{ \${'['.repeat(201)} }\` }, 413],
      [{ query: \`{ \${many(2001, () => '__typename')} }\` }, 413],
      [{ query: \`{ \${many(51, (at) => \`a\${at}: __typename\`)} }\` }, 413],
      [{ query: \`{ \${many(9000, () => '!')} }\` }, 400],
      [{ query: \`{ \${many(50, (at) => \`a\${at}: ${root}(first: 100) { a: edges { node { __typename } } b: edges { node { __typename } } c: edges { node { __typename } } d: nodes { __typename } e: nodes { __typename } }\`)} }\` }, 413],
      [{ query: '{ ${root}(first: -1) { nodes { __typename } } }' }, 200],
      [{ query: 'subscription { __typename }' }, 400],
    ]
    const { bodyBytesMax } = service.service.model.limits
    for (const [body, status] of refused.filter(([body]) => JSON.stringify(body).length <= bodyBytesMax)) {
      const answer = await service.ask('POST', '/graphql', { role, body, headers: { accept: 'application/graphql-response+json' } })
      ${equal}([JSON.stringify(body).slice(0, 120), answer.status, (answer.body.errors ?? []).length > 0], [JSON.stringify(body).slice(0, 120), status, true])
    }
    const sent = (body: string | Uint8Array, type: string) => service.ask('POST', '/graphql', { role, body: Buffer.from(body as string), headers: { 'content-type': type } })
    ${equal}((await sent(JSON.stringify({ query }), 'application/json; charset=latin1')).status, 415)
    ${equal}((await sent(JSON.stringify({ query }), 'application/json; charset=UTF8')).status, 200)
    ${equal}((await sent(JSON.stringify({ query }), 'application/json; charset="utf-8"')).status, 200)
    ${equal}((await sent('', 'application/json')).status, 400)
    ${equal}((await sent(new Uint8Array([0x22, 0xff, 0x22]), 'application/json')).status, 400)
    ${equal}((await service.ask('GET', \`/graphql?query=\${'x'.repeat(8200)}\`, { role })).status, 413)
    ${equal}((await service.ask('POST', '/graphql', { body: { query: 7 } })).status, 401)
    ${equal}((await service.ask('POST', '/graphql', { body: { query } })).body.data?.${root} ?? null, null)
  `,
  )}
`

const soapCases = ({ path, namespace }: Named['soap']['names'], request: string): Code => code`
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/'
  const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
  const body = (inside = '') => \`<${request} xmlns="${namespace}">\${inside}</${request}>\`
  const envelope = (inside: string, header = '') => \`<s:Envelope xmlns:s="\${soap}">\${header === '' ? '' : \`<s:Header>\${header}</s:Header>\`}<s:Body>\${inside}</s:Body></s:Envelope>\`
  const sendXml = (text: string, headers = {}, as: string | undefined = role) =>
    service.ask('POST', ${stringLiteral(path)}, { ...(as !== undefined && { role: as }), body: Buffer.from(text), headers: { 'content-type': 'text/xml; charset=utf-8', ...headers } })

  ${testCase(
    'SOAP lists',
    code`
    for (const inside of ['', '<select><limit>1</limit><count>1</count></select>']) {
      const answer = await sendXml(envelope(body(inside)))
      ${equal}(answer.status, 200)
      ${imported('node:assert/strict', 'match')}(answer.body, /${request}Response/)
    }
    const modern = envelope(body()).replace(soap, 'http://www.w3.org/2003/05/soap-envelope')
    ${equal}((await sendXml(modern, { 'content-type': 'application/soap+xml; charset=utf-8' })).status, 200)
  `,
  )}
  ${testCase(
    'SOAP refuses envelopes that are none, and what nobody understands',
    code`
    const deep = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)
    const refused: readonly (readonly [string, RegExp])[] = [
      ['', /SOAP envelope|document/],
      ['<a/>', /not an envelope/],
      ['<Envelope/>', /VersionMismatch/],
      [envelope(''), /must hold one element/],
      [envelope(body() + body()), /must hold one element/],
      [\`<!DOCTYPE a [<!ENTITY b "c">]>\${envelope(body())}\`, /document type/],
      [\`<?xml version="1.0" encoding="latin1"?>\${envelope(body())}\`, /UTF-8/],
      [envelope(body()).slice(0, -4), /not a document/],
      [envelope(body(deep(100))), /at most 96 deep/],
      [envelope(body(\`<a \${Array.from({ length: 40 }, (_, at) => \`b\${at}="1"\`).join(' ')}/>\`)), /at most 32 attributes/],
      [envelope(body(), \`<a s:mustUnderstand="1" xmlns="urn:other"/>\`), /not understood/],
      [envelope(body(), \`<a s:mustUnderstand="true" xmlns="urn:other"/>\`), /not understood/],
      [envelope(body(), \`<Security xmlns="\${security}"/><Security xmlns="\${security}"/>\`), /one Security header/],
      [envelope(body('<notThere/>')), /Only key, value/],
      [envelope(body('<idempotencyKey>a key</idempotencyKey>')), /visible ASCII/],
      [envelope(body('<select><limit>one</limit></select>')), /whole number/],
      [envelope(body('<select><count>yes</count></select>')), /true or false/],
      [envelope(body('<select><notThere/></select>')), /no such part/],
      [envelope(body('<select><include><notThere/></include></select>')), /no relation/],
      [envelope(body('<select><filter/></select>')), /Give one of/],
      [envelope('<NotThere xmlns="${namespace}"/>'), /Fault/],
      [envelope('<${request} xmlns="urn:other"/>'), /Fault/],
    ]
    for (const [text, said] of refused) {
      const answer = await sendXml(text)
      ${equal}([text.slice(0, 200), answer.status >= 400], [text.slice(0, 200), true])
      ${imported('node:assert/strict', 'match')}(String(answer.body), said, text.slice(0, 300))
    }
    for (const header of ['<a xmlns="urn:other"/>', '<a s:mustUnderstand="0" xmlns="urn:other"/>'])
      ${equal}((await sendXml(envelope(body(), header))).status, 200)
  `,
  )}
  ${testCase(
    'SOAP takes a token as a password, for the one whom it proves',
    code`
    const token = (await service.service.development?.token([role], ${imported('../support.ts', 'claims')})) ?? ''
    const { id } = (await service.service.authenticate({ kind: 'bearer', text: token })) ?? { id: '' }
    const as = (inside: string) => sendXml(envelope(body(), \`<Security xmlns="\${security}">\${inside}</Security>\`), {}, undefined)
    const named = (username: string, type = '') => \`<UsernameToken><Username>\${username}</Username><Password\${type}>\${token}</Password></UsernameToken>\`
    ${equal}((await as(named(id))).status, 200)
    for (const inside of ['', '<UsernameToken/>', named('another'), named(id, ' Type="urn:digest"'), named(id) + named(id), \`<UsernameToken><Username>\${id}</Username></UsernameToken>\`]) {
      const answer = await as(inside)
      ${equal}([inside, answer.status >= 400, /Response/.test(answer.body)], [inside, true, false])
    }
  `,
  )}
`

const mcpCases = (path: string, tool: string): Code => code`
  const rpc = (method: string, params: unknown, headers = {}, as: string | undefined = role) =>
    service.ask('POST', ${stringLiteral(path)}, {
      ...(as !== undefined && { role: as }),
      body: { jsonrpc: '2.0', id: 1, method, params },
      headers: { accept: 'application/json, text/event-stream', ...headers },
    })

  ${testCase(
    'MCP lists, by a tool whose arguments are read strictly',
    code`
    const call = (given: unknown) => rpc('tools/call', { name: ${stringLiteral(tool)}, arguments: given })
    for (const given of [{}, { limit: 1, count: true }]) {
      const answer = await call(given)
      ${equal}([answer.status, answer.body.error, answer.body.result.isError ?? false], [200, undefined, false])
    }
    const refused: readonly unknown[] = [{ notThere: 1 }, { limit: 'one' }, { limit: 1.5 }, { count: 1 }, { after: 7 }, { filter: 7 }, { sort: 'x' }, { fields: 'x' }, { fields: ['notThere'] }, { include: { notThere: {} } }]
    for (const given of refused) {
      const { body } = await call(given)
      ${equal}([given, Boolean(body.error ?? body.result?.isError)], [given, true])
    }
    const { body } = await rpc('tools/call', { name: 'not-there', arguments: {} })
    ${equal}(Boolean(body.error ?? body.result?.isError), true)
    ${equal}((await rpc('tools/list', {})).body.result.tools.length > 0, true)
  `,
  )}
  ${testCase(
    'MCP answers no page of another site, nobody without a token, and nothing that is no message',
    code`
    for (const origin of ['https://another.example', 'null', 'localhost'])
      ${equal}([origin, (await rpc('tools/list', {}, { origin })).status], [origin, 403])
    ${equal}((await rpc('tools/list', {}, { origin: 'http://localhost:80', host: 'localhost:80' })).status === 403, true)
    const nobody = await service.ask('POST', ${stringLiteral(path)}, { body: {} })
    ${equal}(nobody.status, 401)
    ${imported('node:assert/strict', 'match')}(String(nobody.headers['www-authenticate']), /resource_metadata/)
    ${equal}((await service.ask('POST', ${stringLiteral(path)}, { headers: { authorization: 'Bearer x' }, body: {} })).status, 401)
    for (const text of ['', '{', '[]']) {
      const answer = await service.ask('POST', ${stringLiteral(path)}, { role, body: Buffer.from(text), headers: { accept: 'application/json, text/event-stream' } })
      ${equal}([text, answer.status >= 400], [text, true])
    }
  `,
  )}
`

const grpcCases = (method: string): Code =>
  testCase(
    'gRPC lists, and refuses bytes that are no message',
    code`
  const listener = ${imported('../../src/grpc-server.ts', 'grpcServer')}(service.service, service.config)
  const url = await listener.listen({ host: '127.0.0.1', port: 0 })
  const client = new ${imported('@grpc/grpc-js', 'Client')}(new URL(url).host, ${imported('@grpc/grpc-js', 'credentials')}.createInsecure())
  const token = (await service.service.development?.token([role], ${imported('../support.ts', 'claims')})) ?? ''
  const asIs = (bytes: Buffer) => bytes
  const call = (bytes: readonly number[] | Buffer, metadata: { readonly [name: string]: string } = { authorization: \`Bearer \${token}\` }, path = ${stringLiteral(method)}) =>
    new Promise<number>((resolve) => {
      const given = new ${imported('@grpc/grpc-js', 'Metadata')}()
      for (const [name, value] of Object.entries(metadata)) given.set(name, value)
      client.makeUnaryRequest(path, asIs, asIs, Buffer.from(bytes), given, (error) => resolve(error?.code ?? 0))
    })
  const text = (field: number, value: string | readonly number[]) => [field * 8 + 2, Buffer.from(value as string).length, ...Buffer.from(value as string)]
  try {
    const cases: readonly (readonly [readonly number[], number])[] = [
      [[], 0],
      [[0x08, 0x01], 0],
      [[0xf8, 0x3f, 0x01], 0],
      [[0x08], 3],
      [[0x0a, 0x00], 3],
      [[0x0b], 3],
      [[0x00, 0x00], 3],
      [[0x12, 0x05, 0x41], 3],
      [[0x12, 0x02, 0xc3, 0x28], 3],
      [[0x08, ...Array.from({ length: 11 }, () => 0xff), 0x01], 3],
      [[0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x01], 3],
      [[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 3],
      [text(2, 'AAAA'), 3],
      [text(4, 'not_there'), 3],
      [text(4, 'not_there desc'), 3],
      [text(4, ','), 3],
    ]
    for (const [bytes, status] of cases) ${equal}([bytes, await call(bytes)], [bytes, status])
    ${equal}(await call([], {}), 16)
    ${equal}(await call([], { authorization: 'Bearer x' }), 16)
    ${equal}(await call([], { authorization: \`Bearer \${token}\` }, '/not.there/Method'), 12)
    ${equal}(await call(Buffer.alloc(service.service.model.limits.bodyBytesMax + 10)), 8)
  } finally {
    client.close()
    await listener.close()
  }
`,
  )
