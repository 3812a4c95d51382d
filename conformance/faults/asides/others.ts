import type { Aside } from '../aside.ts'

/** Of databases that others made, write or change: what a service's own database never comes to. */
export const othersAsides: readonly Aside[] = [
  {
    reason: 'a bug of ours: a store that is asked for what it was not told (packages/service: store.test.ts)',
    file: /src\/sql-store\/(?:filter|related|where)\.ts$/,
    text: /^(?:sql === undefined|limit === undefined|!between \|\| !principal|after && !shape\.order|shape\.byKey && !key)$/,
  },
  {
    reason:
      'of tables and views that others made: nothing that is given can be set, a view keeps what it takes to itself, a table is not there',
    file: /src\/(?:sql-store\/(?:writes|sql-store)|runtime\/execute\/(?:row-writes|perform-write|operation|written-answer|caller-rows|owned))\.ts$/,
    text: /^(?:await requireShown\(store, .*|fields\.length === 0|why !== null|key\.some\(\(field\) => \(row\[field\] \?\? null\) === null\))$/,
  },
  {
    reason:
      'of tables without a key that relations lead to: a table of ours has none (packages/service: keyless.test.ts)',
    file: /src\/runtime\/execute\/include\.ts$/,
    text: /^hasNoKey\(target\)$/,
  },
  {
    reason: 'of rows that others write, and whose values no type can say (packages/service: unservable.test.ts)',
    file: /src\/runtime\/rows\/(?:position|view)\.ts$/,
    text: /^(?:requireSaid\(unit, order, place\)|value\[name\] === null && .*)$/,
  },
  {
    reason: 'of what triggers and types of others say of a row (packages/sql: without-values.test.ts)',
    file: /src\/sql-store\/without-values\.ts$/,
  },
  {
    reason: 'of files whose texts somebody else has written, in whatever encoding (sqlite/driver/connection.test.ts)',
    file: /src\/sqlite\/connection\.ts$/,
    text: /^(?:isText\(bytes\)|isUtf8\(bytes\)|text\.isWellFormed\(\)|!(?:text|bytes)\.includes\(.*\)|units\.length % 2 !== 0|bytes instanceof Uint8Array)$/,
  },
  {
    reason:
      'a value that the type cannot say (infinity, a year past 9999, NaN, empty text): of databases that are not ours (storage.test.ts)',
    file: /src\/sql-store\/storage\.ts$/,
    text: /^(?:longDigits\.test\(text\)|BigInt\.asIntN\(.*|isCommonEra\(.*|\(?value(?: as string\))?\.length === 10|text\.charCodeAt\(.*|!found|!?text\.startsWith\('00(?:00)?'(?:, 5)?\)|text < '24'|Number\(value\.toFixed\(scale\)\) === value|value === ''|!isBlob\(storage\)|value\.length === 16|kind === '(?:uuidBlob|json)'|!\(kind === 'json' && .*|String\(value\)\.trim\(\) === 'null')$/,
  },
  {
    reason: 'of databases that others write (packages/service: unservable.test.ts): ours hold what the types can say',
    file: /src\/(?:runtime\/(?:execute\/(?:aggregate|include)|rows\/(?:answer-form|open-rows|position|required-values|view))|sql-store\/(?:columns|groups))\.ts$/,
    text: /^(?:requireValues(?:In)?\(.*|row\[name\] === null|uncovered !== 'always'|field\.isOptional|.*isUnsaid\(.*|.*unsaidText\)|!view\.needing\.some\(.*|.*row\.isJudged\(shownAt\)\)?|row\.value\(at\) === undefined|value\[name\] === null|value === undefined|field !== undefined|!unit\.model\.isOwned|.*Number\(row\[at\+\+\] \?\? 0\) > 0)$/,
  },
  {
    reason: 'of tables whose triggers keep or move what is written (packages/service: kept-by-triggers.test.ts)',
    file: /src\/runtime\/execute\/(?:write|row-writes)\.ts$/,
    text: /^(?:\(await isDone\(\)\)|unit\.model\.key\.some\(\(field\) => \(row\[field\] \?\? null\) === null\)|names\.every\(.*JSON\.stringify.*)$/,
  },
  {
    reason: 'of columns that somebody else’s database fills in (packages/service: database-default.test.ts)',
    file: /src\/runtime\/rows\/input\.ts$/,
    text: /^given\[field\.name\] === null && .*field\.default\?\.kind === 'database'$/,
  },
  {
    reason: 'of a database that fails at the row and not at what comes before it (packages/service: replay.test.ts)',
    file: /src\/runtime\/execute\/replay\.ts$/,
    text: /^error\.problem\.code === 'not-found'$/,
  },
  {
    reason: 'a column of the tenant that refuses its value for another reason: of databases that are not ours',
    file: /src\/runtime\/rows\/unique\.ts$/,
    text: /^code !== 'not-unique'$/,
  },
  {
    reason:
      'of rows that drafts, examples and databases to look into begin with; no service asks (reference-order.test.ts)',
    file: /src\/runtime\/call\/reference-order\.ts$/,
  },
  {
    reason:
      'of databases whose triggers look names up by a path of their own (packages/service: their-search-path.test.ts)',
    file: /src\/postgresql\/(?:transaction|search-path)\.ts$/,
    text: /^(?:isRead\(sql\)|.*state\.hasOwnPath.*|state\.hasWritten.*|names\.length === 0|name\.startsWith\('"'\)|name !== '""')$/,
  },
  {
    reason: 'of PostgreSQL alone, and of rules that find a new row among its like (packages/service: new-rows.test.ts)',
    file: /sql-store\/insert-if\.ts$/,
    text: /^(?:!plan\.isSeen|rulesFragment\(entity, rules\))$/,
  },
]
