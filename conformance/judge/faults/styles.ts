import type { Fault } from './fault.ts'

const of =
  (through: string) =>
  (name: string, file: string, from: string, to: string): Fault => ({
    name: `${through}: ${name}`,
    in: 'clinic',
    file: `src/${through}/${file}.ts`,
    from,
    to,
    through,
  })

const graphql = of('graphql')
const grpc = of('grpc')
const soap = of('soap')
const mcp = of('mcp')

/** Mistakes in how a style carries a Call or its Outcome, to be caught by the scenarios asked in that style. */
export const styleFaults: readonly Fault[] = [
  graphql('every sort ascends', 'filter', "direction === 'DESC'", "direction === 'DOWN'"),
  graphql('or is and', 'filter', '? { kind, of: read } : undefined', "? { kind: 'and', of: read } : undefined"),
  graphql(
    'values of a filter go by the names of GraphQL',
    'filter',
    'field ? inputValue(reading.directory.surface, field.shape, each) : each,',
    'each,',
  ),
  graphql(
    'the page after is the first one',
    'page-arguments',
    "...(typeof cursor === 'string' && { after: cursor }),",
    '',
  ),
  graphql('pages are not counted', 'query-roots', '...page.asks,\n      },\n    }),', '},\n    }),'),
  graphql(
    'errors of fields are not told',
    'respond',
    '...(problem.errors && { errors: sortErrors(problem.errors) }),',
    '',
  ),
  graphql('why is not told', 'respond', '...(problem.why && { why: problem.why }),', ''),
  graphql(
    'an answer given again looks new',
    'handler',
    "...(notes.isReplayed && { 'idempotency-replayed': 'true' }),",
    '',
  ),
  graphql('the tag is not told', 'handler', '...(notes.version !== undefined && { etag: `"${notes.version}"` }),', ''),
  grpc('tags are not read', 'context', '...((tags !== undefined || etag !== undefined) && { ifMatch }),', ''),
  grpc('idempotency keys are not read', 'context', '...(key !== undefined && { idempotencyKey: key }),', ''),
  grpc('every sort ascends', 'selection', "direction === 'desc' ? {", "direction === 'down' ? {"),
  grpc('filters are not read', 'selection', '...(where && { filter: where }),', ''),
  grpc('the page after is the first one', 'selection', "...(typeof after === 'string' && { after }),", ''),
  grpc('the tag is not told', 'answer', '{ [member]: value, etag: version }', '{ [member]: value }'),
  grpc('an answer given again looks new', 'handler', "...(isReplayed && { 'idempotency-replayed': 'true' }),", ''),
  grpc('when to come again is not told', 'problem-status', 'of.retryAfterSeconds === undefined', 'true'),
  grpc('why is not told', 'problem-status', "['why', of.why && JSON.stringify(of.why)],", ''),
  grpc(
    'anybody is an administrator',
    'gate',
    'const found = gate.authenticate(metadata)',
    "const found = { id: 'x', roles: ['clinician'], attributes: { ward: 'ward 1' }, credential: 'jwt' as const }",
  ),
  soap(
    'no value is an empty one',
    'value',
    'if (value === null) return nil(name)',
    "if (value === null) return element(name, '')",
  ),
  soap('truth is text', 'scalar', "text === 'true' || text === '1' ? true", "text === 'yes' ? true"),
  soap('tags are not read', 'request', '...(tags.length > 0 && { ifMatch: tags }),', ''),
  soap('idempotency keys are not read', 'request', '...(idempotencyKey !== undefined && { idempotencyKey }),', ''),
  soap('filters are not read', 'selection', 'if (filter) select.filter = filter', ''),
  soap('every sort ascends', 'selection', '...(isDescending && { isDescending })', ''),
  soap('the tag is not told', 'answer', "textElement('etag', outcome.version)", "''"),
  soap('errors are not told', 'fault', "errors && element('errors',", "false && element('errors',"),
  soap(
    'no page has a next one',
    'row',
    "typeof next === 'string' ? textElement('next', next) : nil('next')",
    "nil('next')",
  ),
  soap(
    'anybody is an administrator',
    'message',
    'security ? await identify(security, authenticate) : await authenticate(null)',
    "{ id: 'x', roles: ['clinician'], attributes: { ward: 'ward 1' }, credential: 'jwt' as const }",
  ),
  mcp('an answer given again looks new', 'answer', '...(isReplayed && { isReplayed }),', ''),
  mcp('the key is not read', 'arguments', '...(isObject(key) && { key }),', ''),
  mcp('a problem is an answer', 'answer', 'isError: true,', 'isError: false,'),
  mcp('the tag is not told', 'answer', '...(version !== undefined && { etag: version }),', ''),
  mcp('why is not told', 'answer', '...(why && { why }),', ''),
  mcp('selections are not read', 'arguments', '...(Object.keys(select).length > 0 && { select }),', ''),
  grpc('a stream sends nothing', 'items', 'yield outcome.value', ''),
  grpc('a stream ends after its first page', 'items', 'while (after !== null)', 'while (false)'),
  grpc(
    'a stream’s first page is every page',
    'items',
    ', ...(after != null && { after })',
    ', ...(after != null && call.select)',
  ),
]
