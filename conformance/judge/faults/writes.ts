// biome-ignore-all lint/suspicious/noTemplateCurlyInString: faults are source text, its templates included.
import { clinic, edge, type Fault, rest, runtime } from './fault.ts'

/** Mistakes in writes. */
export const writes: readonly Fault[] = [
  clinic(
    'unknown members are taken',
    runtime('rows/input'),
    '  return owned.some((relation) => relation.name === name)\n    ? []\n    :',
    '  return (owned.length === 0 || owned.some((relation) => relation.name === name))\n    ? []\n    :',
  ),
  clinic(
    'duplicate members are taken',
    runtime('values/parse-json'),
    'if (members.has(name)) note(',
    'if (false as boolean) note(',
  ),
  clinic(
    'fields that nobody writes are ignored, not refused',
    runtime('rows/input'),
    '    return mayWrite(reader, field, mode)\n      ? []\n',
    '    return true as boolean\n      ? []\n',
  ),
  clinic(
    'a required field may be missing',
    runtime('rows/input'),
    "reading.errors.push({ path, code: 'required', message: 'This is required.' })\n  return undefined",
    "return ''",
  ),
  clinic(
    'defaults are not taken',
    runtime('rows/input'),
    'if (field.default) return defaultOf(field, field.default, reading, principal)\n  if (field.isOptional) return null',
    'if (field.isOptional) return null\n  if (field.default?.kind === "value" && Array.isArray((field.type as { values?: unknown }).values)) return (field.type as unknown as { values: string[] }).values.at(-1) ?? null\n  if (field.default) return defaultOf(field, field.default, reading, principal)',
  ),
  clinic(
    'length counts UTF-16 units',
    runtime('values/text'),
    'return text.length - surrogatePairs',
    'return text.length',
  ),
  clinic(
    'the longest length is one more',
    runtime('values/text'),
    'length > type.lengthMax',
    'length > type.lengthMax + 1',
  ),
  clinic(
    'a pattern matches a part',
    runtime('values/text'),
    '!patternOf(type.pattern).test(value)',
    '!/\\d/.test(value)',
  ),
  clinic(
    'the least value is not asked',
    runtime('values/number'),
    'if (type.min !== undefined && scaled < scaledOf(type.min, type.scale))',
    'if (false as boolean)',
  ),
  clinic(
    'a decimal loses its scale',
    runtime('values/number'),
    "return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`",
    "return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/0$/, '')",
  ),
  edge(
    'an instant keeps its zeros',
    runtime('values/temporal'),
    "const fraction = (micros - floor * 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')",
    "const fraction = (micros - floor * 1_000_000n).toString().padStart(6, '0')",
  ),
  clinic(
    'a date need not be one',
    runtime('values/temporal'),
    'return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))',
    'return Number(month) <= 12 && Number(day) <= 31',
  ),
  clinic(
    'a number is taken for text',
    runtime('values/read'),
    "return typeof value === 'string' ? readTextValue(type, value, path, reading) : wrong('text', path, reading)",
    "return typeof value === 'string' || typeof value === 'number' ? readTextValue(type, String(value), path, reading) : wrong('text', path, reading)",
  ),
  clinic('a cross-field rule is not asked on update', runtime('execute/write'), '  checkRow(reader, given)\n', ''),
  clinic(
    'only the first error is told',
    runtime('rows/input'),
    "problem('invalid-input', { errors })",
    "problem('invalid-input', { errors: [...errors].slice(0, 1) })",
  ),
  clinic(
    'errors are not sorted',
    runtime('http/send-problem'),
    '{ ...given, errors: sortErrors(given.errors) }',
    '{ ...given, errors: [...sortErrors(given.errors)].reverse() }',
  ),
  clinic(
    'PATCH replaces',
    runtime('rows/input'),
    "const isKept = mode === 'update' ||",
    "const isKept = (mode === 'update' && !field.isOptional) ||",
  ),
  clinic(
    'PUT merges',
    runtime('execute/perform-write'),
    'readRowInput(reader, working.call.input.value, action)',
    "readRowInput(reader, working.call.input.value, 'update')",
  ),
  clinic(
    'a merge patch’s null is ignored',
    runtime('execute/write'),
    'const given = { ...stored, ...input.fields }',
    'const given = { ...stored, ...Object.fromEntries(Object.entries(input.fields).filter(([, given]) => given !== null)) }',
  ),
  clinic(
    'If-Match is ignored',
    runtime('execute/write'),
    'if (ifMatch && !matchesVersion(ifMatch, version))',
    'if (false as boolean)',
  ),
  clinic('If-Match takes weak tags', runtime('http/request'), ".filter((tag) => !tag.startsWith('W/'))", ''),
  clinic(
    'the entity tag is constant',
    runtime('rows/version'),
    'export const entityTag = (rowVersion: string, viewId: string): string => `${rowVersion}.${viewDigest(viewId)}`',
    'export const entityTag = (rowVersion: string, viewId: string): string => `${rowVersion === "" ? "" : "1"}.${viewDigest(viewId)}`',
  ),
  clinic(
    'all views have one tag',
    runtime('rows/version'),
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
    'if (version !== undefined && isUnchanged(request, version)) return sendEmpty(request, noted(reply, outcome), 304)',
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
    "if (location !== null) reply.header('location', location)",
    '',
  ),
]
