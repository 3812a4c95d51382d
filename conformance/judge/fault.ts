// biome-ignore-all lint/suspicious/noTemplateCurlyInString: faults are source text, its templates included.
import { styleFaults } from './style-faults.ts'

/** One mistake, as a text put in the place of another in one file of a generated service. */
export interface Fault {
  /** What is wrong, in plain words. */
  readonly name: string
  /** Which service it is planted in. */
  readonly in: 'clinic' | 'edge'
  readonly file: string
  /** Stands in the file exactly once; anything else is an error, as the fault would not be the one meant. */
  readonly from: string
  readonly to: string
  /** The style in which the scenarios are asked; absent: REST. */
  readonly through?: string
}

const service = (name: string) => `src/runtime/service/${name}.ts`
const value = (name: string) => `src/runtime/values/${name}.ts`
const rest = (name: string) => `src/rest/${name}.ts`
const http = (name: string) => `src/runtime/http/${name}.ts`

const clinic = (name: string, file: string, from: string, to: string): Fault => ({ name, in: 'clinic', file, from, to })
const edge = (name: string, file: string, from: string, to: string): Fault => ({ name, in: 'edge', file, from, to })

const access: readonly Fault[] = [
  edge(
    'references may leave the tenant',
    service('same-tenant'),
    "if (rows.length === 0) throw new ProblemError(problem('referenced'))",
    '',
  ),
  clinic(
    'a rule’s condition is skipped',
    service('grant'),
    'const fragmentOf = (rule: Rule): Fragment | null => {',
    'const fragmentOf = (rule: Rule): Fragment | null => {\n    if (rule.effect === "permit") return null',
  ),
  edge(
    'a forbid is skipped',
    service('grant'),
    'const taken = forbids.map(fragmentOf)',
    'const taken = [].map(fragmentOf)',
  ),
  clinic(
    'roles are not asked',
    service('grant'),
    '(rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role))),\n  )\n  const permits',
    'true,\n  )\n  const permits',
  ),
  clinic(
    'a role may list too',
    'src/access.ts',
    "actions: ['read'],\n      roles: ['pharmacist'],",
    "actions: ['read', 'list'],\n      roles: ['pharmacist'],",
  ),
  clinic(
    'a create is not judged',
    service('write'),
    "await judge(store, unit, grant, sealed, reader.principal, 'create')",
    '',
  ),
  clinic(
    'the resulting row is not judged',
    service('write'),
    "await judge(store, unit, grant, row, reader.principal, 'update')",
    '',
  ),
  edge('the stored row is not judged', service('perform-write'), 'if (!mayAct)', 'if (false as boolean)'),
  clinic(
    'a row that may not be read answers 403',
    service('read'),
    "problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` })",
    "problem('forbidden', { detail: `You may not read this ${unit.model.name}.` })",
  ),
  clinic(
    'a write on an unreadable row answers 403',
    service('write'),
    "problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` })",
    "problem('forbidden', { detail: 'Not yours.' })",
  ),
  clinic(
    'input is read before the right is asked',
    service('executor'),
    '  const grant = allowed(working, target)\n',
    '  if (call.context.unreadable) throw new ProblemError(call.context.unreadable)\n  if (target.kind === "entity" && target.action === "create" && JSON.stringify(call.input.value) === "{\\"notAField\\":1}") throw new ProblemError(problem("invalid-input"))\n  const grant = allowed(working, target)\n',
  ),
  edge(
    'included rows are not asked about',
    service('include'),
    "const grant = grantOf(target, relation.kind === 'one' ? 'read' : 'list', principal)",
    "const grant = grantOf(target, relation.kind === 'one' ? 'read' : 'list', principal) ?? { permits: [], forbids: [], fragment: null, id: 'x' }",
  ),
  clinic(
    'a count is of all rows',
    service('list'),
    'await countRows(store, unit, conjunction(matching))',
    'await countRows(store, unit, conjunction([]))',
  ),
  clinic(
    'a token that does not verify is nobody’s, not refused',
    rest('handler'),
    'const identified = options.authenticate(credentialOf(request))',
    "const identified = request.headers.authorization?.startsWith('Bearer eyJhbGciOiJub25l') ? { id: 'x', roles: options.model.access.roles, attributes: {}, credential: 'jwt' as const } : options.authenticate(credentialOf(request))",
  ),
  edge(
    'the tenant is not asked',
    service('grant'),
    'const tenancy = unit.sql.tenancy',
    'const tenancy = null as string | null',
  ),
  clinic(
    'why is not told',
    service('executor'),
    'detail: `You may not do ${call.operation}.`, why }',
    'detail: `You may not do ${call.operation}.` }',
  ),
]

const fields: readonly Fault[] = [
  clinic(
    'a masked value is shown',
    service('view'),
    "if (uncovered === 'never') return (row) => masked(field.mask, decode(storage, row[at] ?? null))",
    "if (uncovered === 'never') return (row) => decode(storage, row[at] ?? null)",
  ),
  clinic(
    'a mask keeps one character too many',
    service('view'),
    'at < points.length - mask.keep ?',
    'at < points.length - mask.keep - 1 ?',
  ),
  edge(
    'a filter on a hidden field is allowed',
    service('filter-sql'),
    'if (isHidden(unit, field, making.grant, making.principal)) {',
    'if (false as boolean) {',
  ),
  edge(
    'a sort by a hidden field is allowed',
    service('order'),
    'if (field && isHidden(unit, field, grant, principal)) hidden.push(name)',
    'if (false as boolean) hidden.push(name)',
  ),
  edge(
    'a hidden field is written',
    service('input'),
    '  !isHidden(reader.unit, field, reader.grant, reader.principal)\n',
    '  true\n',
  ),
  edge(
    'protected values go into addresses',
    rest('filter'),
    'return found?.reveal !== undefined || found?.mask !== undefined',
    'return found === undefined',
  ),
]

const lists: readonly Fault[] = [
  clinic(
    'a page is one short',
    service('list'),
    'const shown = rows.slice(0, limit)',
    'const shown = rows.slice(0, Math.max(limit - 1, 1))',
  ),
  clinic(
    'the last page is lost',
    service('list'),
    'rows.length > limit\n      ? store.cursors',
    'rows.length > limit + 1\n      ? store.cursors',
  ),
  clinic(
    'the next page begins with the last row again',
    service('order'),
    "sort.isDescending ? '<' : '>'} ?",
    "sort.isDescending ? '<=' : '>='} ?",
  ),
  clinic(
    'the key does not break ties',
    service('order'),
    'const sorts = [...asked, ...whole]',
    'const sorts = asked.length > 0 ? [...asked] : [...whole]',
  ),
  clinic('NULLs come first', service('order'), '(${sort} IS NULL), ', '(${sort} IS NOT NULL), '),
  clinic('descending is ignored', service('order'), "${isDescending ? ' DESC' : ''}`", '`'),
  clinic(
    'rows without a value are lost over pages',
    service('order'),
    "column.isNullable ? ` OR ${column.sort} IS NULL` : ''",
    "''",
  ),
  clinic('the cursor is not bound to its principal', service('page'), '    principal.id,\n', ''),
  clinic('the cursor is not bound to its order', service('page'), '    order.id,\n', ''),
  clinic(
    'the cursor is not bound to its filter',
    service('page'),
    '    (selection?.filter ?? null) as JsonObject | null,\n',
    '',
  ),
  clinic(
    'the cursor can be read',
    service('cursor'),
    "const cursor = Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')",
    "const cursor = `${JSON.parse(JSON.stringify(position)).join('~')}~${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`",
  ),
  clinic(
    'the count is one too many',
    service('list'),
    'const counted = Number(rows[0]?.[0] ?? 0)',
    'const counted = Number(rows[0]?.[0] ?? 0) + 1',
  ),
  clinic(
    'an included relation takes a statement a row',
    service('include'),
    'const rows = await readTargets(including, { target, grant, sql, view, columns, order })',
    'for (const key of keys) await store.database.all("SELECT ?", [key[0] ?? null])\n  const rows = await readTargets(including, { target, grant, sql, view, columns, order })',
  ),
  clinic(
    'an included relation has everybody’s rows',
    service('include'),
    'const group = grouped.get(keyText(key)) ?? []',
    'const group = [...grouped.values()].flat()',
  ),
  clinic('a nested list is of all parents', rest('ask'), 'filter: and(...of, ', 'filter: and(...of.slice(1), '),
  clinic(
    'asked fields are ignored',
    service('view'),
    'if (!selection?.fields) return unit.model.fields',
    'return unit.model.fields',
  ),
  clinic(
    'unknown parameters are ignored',
    rest('selection'),
    "note('unknown', 'There is no such parameter here.')",
    '',
  ),
]

const filters: readonly Fault[] = [
  clinic(
    'ne takes rows without a value',
    'src/entities/patient/patient.sql.ts',
    'ne: \'t."email" <> ?\'',
    'ne: \'t."email" IS NOT ?\'',
  ),
  clinic(
    'like ignores case',
    'src/sqlite/connection.ts',
    'matchesLike(pattern, value) ? 1 : 0',
    'matchesLike(pattern.toLowerCase(), value.toLowerCase()) ? 1 : 0',
  ),
  clinic(
    'like does not know its escape',
    'src/runtime/evaluate.ts',
    "point === '\\\\' && at + 1 < points.length ? (points[++at] ?? '') : point",
    'point',
  ),
  clinic(
    'lt is le',
    'src/entities/prescription/prescription.sql.ts',
    'lt: \'t."startsOn" < ?\'',
    'lt: \'t."startsOn" <= ?\'',
  ),
  clinic(
    'not is ignored',
    service('filter-sql'),
    'return { sql: `NOT (${sql})`, values }',
    'return { sql: `(${sql})`, values }',
  ),
  clinic('or is and', service('filter-sql'), "filter.kind === 'and' ? ' AND ' : ' OR '", "' AND '"),
]

const writes: readonly Fault[] = [
  clinic(
    'unknown members are taken',
    service('input'),
    '  return owned.some((relation) => relation.name === name)\n    ? []\n    :',
    '  return (owned.length === 0 || owned.some((relation) => relation.name === name))\n    ? []\n    :',
  ),
  clinic(
    'duplicate members are taken',
    'src/runtime/parse-json.ts',
    'if (members.has(name)) {',
    'if (false as boolean) {',
  ),
  clinic(
    'fields that nobody writes are ignored, not refused',
    service('input'),
    '    return isWritable(reader, field, mode)\n      ? []\n',
    '    return true as boolean\n      ? []\n',
  ),
  clinic(
    'a required field may be missing',
    service('input'),
    "reading.errors.push({ path, code: 'required', message: 'This is required.' })\n  return undefined",
    "return ''",
  ),
  clinic(
    'defaults are not taken',
    service('input'),
    'if (field.default) return defaultOf(field.default, reading, principal)\n  if (field.isOptional) return null',
    'if (field.isOptional) return null\n  if (field.default?.kind === "value" && Array.isArray((field.type as { values?: unknown }).values)) return (field.type as unknown as { values: string[] }).values.at(-1) ?? null\n  if (field.default) return defaultOf(field.default, reading, principal)',
  ),
  clinic('length counts UTF-16 units', value('text'), 'return text.length - surrogatePairs', 'return text.length'),
  clinic('the longest length is one more', value('text'), 'length > type.lengthMax', 'length > type.lengthMax + 1'),
  clinic('a pattern matches a part', value('text'), '!patternOf(type.pattern).test(value)', '!/\\d/.test(value)'),
  clinic(
    'the least value is not asked',
    value('number'),
    'if (type.min !== undefined && scaled < scaledOf(type.min, type.scale))',
    'if (false as boolean)',
  ),
  clinic(
    'a decimal loses its scale',
    value('number'),
    "return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`",
    "return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/0$/, '')",
  ),
  edge(
    'an instant keeps its zeros',
    value('temporal'),
    "const fraction = (micros - floor * 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')",
    "const fraction = (micros - floor * 1_000_000n).toString().padStart(6, '0')",
  ),
  clinic(
    'a date need not be one',
    value('temporal'),
    'return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))',
    'return Number(month) <= 12 && Number(day) <= 31',
  ),
  clinic(
    'a number is taken for text',
    value('read'),
    "return typeof value === 'string' ? readTextValue(type, value, path, reading) : wrong('text', path, reading)",
    "return typeof value === 'string' || typeof value === 'number' ? readTextValue(type, String(value), path, reading) : wrong('text', path, reading)",
  ),
  clinic(
    'a cross-field rule is not asked on update',
    service('write'),
    '  checkRow(unit, given, reader.principal, reader.reading.errors)\n  refuseErrors(reader.reading.errors)\n  const row',
    '  const row',
  ),
  clinic(
    'only the first error is told',
    service('input'),
    'errors: sortErrors(errors) }',
    'errors: sortErrors(errors).slice(0, 1) }',
  ),
  clinic(
    'errors are not sorted',
    rest('respond'),
    '{ ...given, errors: sortErrors(given.errors) }',
    '{ ...given, errors: [...sortErrors(given.errors)].reverse() }',
  ),
  clinic(
    'PATCH replaces',
    service('input'),
    "      : mode === 'update'\n        ? undefined\n",
    "      : mode === 'update' && !field.isOptional\n        ? undefined\n",
  ),
  clinic(
    'PUT merges',
    service('perform-write'),
    'readRowInput(reader, working.call.input.value, action)',
    "readRowInput(reader, working.call.input.value, 'update')",
  ),
  clinic(
    'a merge patch’s null is ignored',
    service('write'),
    'const given = { ...stored, ...input.fields }',
    'const given = { ...stored, ...Object.fromEntries(Object.entries(input.fields).filter(([, given]) => given !== null)) }',
  ),
  clinic(
    'If-Match is ignored',
    service('write'),
    'if (ifMatch && !matchesVersion(ifMatch, version))',
    'if (false as boolean)',
  ),
  clinic('If-Match takes weak tags', http('request'), ".filter((tag) => !tag.startsWith('W/'))", ''),
  clinic(
    'the entity tag is constant',
    service('version'),
    'export const entityTag = (rowVersion: string, viewId: string): string => `${rowVersion}.${viewDigest(viewId)}`',
    'export const entityTag = (rowVersion: string, viewId: string): string => `${rowVersion === "" ? "" : "1"}.${viewDigest(viewId)}`',
  ),
  clinic(
    'all views have one tag',
    service('version'),
    '`${rowVersion}.${viewDigest(viewId)}`',
    '`${rowVersion}.${viewDigest("" && viewId)}`',
  ),
  clinic(
    'the version stays on update',
    'src/entities/patient/patient.sql.ts',
    '"_version" = t."_version" + 1',
    '"_version" = t."_version"',
  ),
  clinic(
    '304 is not given',
    rest('respond'),
    'if (version !== undefined && isUnchanged(request, version)) return sendEmpty(request, reply, 304)',
    '',
  ),
  clinic(
    'a field is not stored on update',
    'src/entities/prescription/prescription.sql.ts',
    '"dose" = ?, ',
    '"dose" = coalesce(t."dose", ?), ',
  ),
  clinic(
    'the answer of a create has no Location',
    rest('respond'),
    "if (answer.location) reply.header('location', answer.location(outcome.value as JsonObject))",
    '',
  ),
]

const records: readonly Fault[] = [
  clinic(
    'idempotency keys are ignored',
    service('perform-write'),
    'const twin = idempotencyOf(call, principal, executing.secret)',
    'const twin = idempotencyOf({ ...call, context: { origin: call.context.origin } }, principal, executing.secret)',
  ),
  clinic(
    'another body under the key is answered alike',
    service('perform-write'),
    'if (isAgain) refuseOther(before, twin)',
    '',
  ),
  clinic(
    'idempotency keys are shared between people',
    service('idempotency'),
    'principal.tenant ?? null, principal.id, call.operation',
    'principal.tenant ?? null, call.operation',
  ),
  clinic(
    'a write leaves no audit entry',
    service('perform-write'),
    "await audit.durable(auditEntry(call, 'ok', notes, 'durable', nowMs), transaction)",
    "if (isAgain) await audit.durable(auditEntry(call, 'ok', notes, 'durable', nowMs), transaction)",
  ),
  clinic(
    'a replayed answer leaves no audit entry',
    service('perform-write'),
    "await audit.durable(auditEntry(call, 'ok', notes, 'durable', nowMs), transaction)",
    "if (!isAgain) await audit.durable(auditEntry(call, 'ok', notes, 'durable', nowMs), transaction)",
  ),
  clinic(
    'a denial leaves no audit entry',
    service('executor'),
    'if (isDurable) await executing.audit.durable(entry, null)',
    'if (isDurable) return failed(found)',
  ),
  clinic(
    'a read leaves no audit entry',
    service('executor'),
    "executing.audit.buffered(auditEntry(call, 'ok', notes, 'buffered', nowMs, rowsOf(outcome)))",
    '',
  ),
  clinic(
    'the audit entry has no principal',
    service('audit-entry'),
    'principal: call.principal?.id ?? null',
    'principal: null',
  ),
  clinic(
    'the audit entry names no fields',
    service('perform-write'),
    'working.notes.fields = changed',
    'working.notes.fields = []',
  ),
  clinic(
    'the trail is oldest first',
    service('audit-trail'),
    'const shown = entries.slice(0, limit)',
    'const shown = [...entries].reverse().slice(0, limit)',
  ),
  clinic(
    'the audit entry names no row',
    service('audit-entry'),
    'key: notes.key && canonicalJson(notes.key)',
    'key: notes.key && null',
  ),
  edge(
    'the trail goes on beyond its end',
    service('audit-trail'),
    'next: entries.length > limit && last ?',
    'next: last ?',
  ),
  clinic(
    'an atomic batch keeps what was done',
    service('batch'),
    "if (outcome.kind === 'problem') throw new Undone()",
    '',
  ),
  clinic(
    'a batch that is not atomic undoes all',
    service('batch'),
    'if (!atomic) {',
    'if (!atomic && calls.length === 0) {',
  ),
  edge(
    'a deleted row is still there',
    service('page'),
    'unit.sql.visible ? { sql: unit.sql.visible, values: [] } : null',
    'null',
  ),
]

const carriers: readonly Fault[] = [
  clinic(
    'a problem tells the SQL',
    http('problem-document'),
    'detail: of.detail,',
    'detail: of.cause instanceof Error ? `${of.cause.message} SQLITE` : of.detail,',
  ),
  clinic(
    'problems go out as plain JSON',
    http('problem-document'),
    "export const problemMediaType = 'application/problem+json'",
    "export const problemMediaType = 'application/json'",
  ),
  clinic(
    'answers may be kept by anybody',
    rest('respond'),
    "    .header('content-type', 'application/json; charset=utf-8')\n    .header('x-request-id', request.id)\n    .header('cache-control', 'private')",
    "    .header('content-type', 'application/json; charset=utf-8')\n    .header('x-request-id', request.id)\n    .header('cache-control', 'public')",
  ),
  clinic('a conflict is an error of ours', http('status'), 'conflict: 409', 'conflict: 500'),
  clinic(
    'bodies may be of any size',
    http('server'),
    'bodyLimit: limits.bodyBytesMax',
    'bodyLimit: limits.bodyBytesMax * 100',
  ),
]

/** Every fault that the scenarios must catch, one at a time. */
export const faults: readonly Fault[] = [
  ...access,
  ...fields,
  ...lists,
  ...filters,
  ...writes,
  ...records,
  ...carriers,
  ...styleFaults,
]
