import { type LimitsModel, operatorList, problemCodes } from '@charter/runtime'
import { operationNames, operationsMax } from '../transport/json-patch/bounds.ts'
import { common } from './component-names.ts'
import { pageSchema } from './entity-schemas.ts'
import type { Schema } from './json.ts'

/** Schemas that every REST contract has. What no path uses is left out of the document. */
export const commonSchemas = (limits: LimitsModel): Schema => ({
  Count: {
    type: 'object',
    description: 'How many rows there are. Counting stops at a bound, and then says that the count is not exact.',
    properties: { value: { type: 'integer', minimum: 0 }, isExact: { type: 'boolean' } },
    required: ['value', 'isExact'],
    additionalProperties: false,
  },
  Problem: problemSchema,
  InputError: inputErrorSchema,
  Filter: filterSchema,
  Search: searchSchema(limits),
  AuditEntry: auditEntrySchema,
  AuditEntryPage: pageSchema(common('AuditEntry')),
  Batch: batchSchema(limits),
  JsonPatch: jsonPatchSchema,
  BatchResults: batchResultsSchema,
  ImportReport: importReportSchema,
})

const branch = (name: string, schema: Schema): Schema => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
})

const problemSchema: Schema = {
  type: 'object',
  description:
    'Problem details (RFC 9457). `code` is one of a closed list; `errors` has everything wrong with the input.',
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problemCodes) },
    reason: { type: 'string', description: 'Which of the operation’s own errors it was.' },
    errors: { type: 'array', items: common('InputError') },
    why: {
      type: 'object',
      description: 'Which rule decided, or what the database says. Shown in development only.',
      properties: { sentence: { type: 'string' }, rule: { type: 'object' } },
      required: ['sentence'],
    },
    requestId: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
}

const inputErrorSchema: Schema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'A JSON Pointer (RFC 6901) into the input, or `?name` for a parameter.' },
    code: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['path', 'code', 'message'],
  additionalProperties: false,
}

const filterSchema: Schema = {
  description: 'A condition on a field, or conditions joined with `and`, `or` and `not`.',
  oneOf: [
    branch('and', { type: 'array', items: common('Filter') }),
    branch('or', { type: 'array', items: common('Filter') }),
    branch('not', common('Filter')),
    {
      type: 'object',
      properties: {
        field: { type: 'string' },
        op: { type: 'string', enum: operatorList.split(', ') },
        value: { description: 'A value of the field’s type; for `in` a list of them; for `isNull` true or false.' },
      },
      required: ['field', 'op', 'value'],
      additionalProperties: false,
    },
  ],
}

const searchSchema = ({ pageSizeMax }: LimitsModel): Schema => ({
  type: 'object',
  description: 'Which rows, in which order, with what of each.',
  properties: {
    filter: common('Filter'),
    sort: { type: 'array', items: { type: 'string' }, description: 'Field names; `-` before one sorts from the end.' },
    limit: { type: 'integer', minimum: 1, maximum: pageSizeMax },
    after: { type: 'string', description: 'The `next` of the page before.' },
    fields: { type: 'array', items: { type: 'string' } },
    include: {
      type: 'object',
      additionalProperties: common('Search'),
      description: 'Relations, each with its own selection.',
    },
    count: { type: 'boolean' },
  },
  additionalProperties: false,
})

const auditEntrySchema: Schema = {
  type: 'object',
  description: 'Who did what, when, from where, with what outcome.',
  properties: {
    id: { type: 'string', format: 'uuid' },
    at: { type: 'string', format: 'date-time' },
    operation: { type: 'string' },
    principal: { type: ['string', 'null'] },
    roles: { type: 'array', items: { type: 'string' } },
    credential: { type: ['string', 'null'] },
    origin: {
      type: 'object',
      properties: { style: { type: 'string' }, address: { type: ['string', 'null'] }, requestId: { type: 'string' } },
    },
    outcome: { type: 'string', description: '`ok`, or the code of a problem.' },
    fields: { type: 'array', items: { type: 'string' }, description: 'Names of fields written or revealed.' },
    rule: { type: ['string', 'null'], description: 'The rule that decided.' },
    apiKey: { type: ['string', 'null'], description: 'The id of the API key that was shown, where one was.' },
  },
  required: ['id', 'at', 'operation', 'principal', 'outcome'],
}

const batchSchema = ({ batchMax }: LimitsModel): Schema => ({
  type: 'object',
  properties: {
    atomic: { type: 'boolean', default: false, description: 'All calls take effect, or none.' },
    calls: {
      type: 'array',
      minItems: 1,
      maxItems: batchMax,
      items: {
        type: 'object',
        properties: {
          operation: { type: 'string', description: 'Like `Patient.read`.' },
          key: { type: 'object', description: 'The key fields of the row meant.' },
          value: { description: 'What a write takes as its body.' },
          select: common('Search'),
          ifMatch: { type: 'string' },
          idempotencyKey: { type: 'string', pattern: '^[!-~]{1,255}$', minLength: 1, maxLength: 255 },
        },
        required: ['operation'],
        additionalProperties: false,
      },
    },
  },
  required: ['calls'],
  additionalProperties: false,
})

const jsonPatchSchema: Schema = {
  type: 'array',
  description: 'A JSON Patch (RFC 6902). Those below a field, and `test`, `move` and `copy`, read the row first.',
  maxItems: operationsMax,
  items: {
    type: 'object',
    properties: {
      op: { type: 'string', enum: operationNames },
      path: { type: 'string', pattern: '^/', description: 'A JSON Pointer (RFC 6901).' },
      from: { type: 'string', pattern: '^/', description: 'Of `move` and `copy`.' },
      value: { description: 'Of `add`, `replace` and `test`.' },
    },
    required: ['op', 'path'],
  },
}

const batchResultsSchema: Schema = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        description: 'What the call alone would have answered.',
        properties: {
          status: { type: 'integer' },
          value: { description: 'As the operation answers it.' },
          etag: { type: 'string' },
          isReplayed: { type: 'boolean' },
          problem: common('Problem'),
        },
        required: ['status'],
        additionalProperties: false,
      },
    },
  },
  required: ['results'],
  additionalProperties: false,
}

const importReportSchema: Schema = {
  type: 'object',
  properties: {
    lines: { type: 'integer', minimum: 0, description: 'Lines that were read; empty ones do not count.' },
    created: {
      type: 'integer',
      minimum: 0,
      description: 'Lines that are rows now, those of an earlier try among them.',
    },
    failed: { type: 'integer', minimum: 0 },
    stopped: { type: ['string', 'null'], description: 'Why lines after these were not read, or null.' },
    failures: {
      type: 'array',
      description: 'The first of the lines that were refused.',
      items: {
        type: 'object',
        properties: { line: { type: 'integer', minimum: 1 }, problem: common('Problem') },
        required: ['line', 'problem'],
        additionalProperties: false,
      },
    },
  },
  required: ['lines', 'created', 'failed', 'stopped', 'failures'],
  additionalProperties: false,
}
