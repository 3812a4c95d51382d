import { castsAmong, changeOfKinds, type MigrationDialect, type WiderKinds } from '@charter/sql'

const wider: WiderKinds = new Map([
  ['int32', ['int64']],
  ['enum', ['text']],
  ['uuid', ['text']],
  ['duration', ['text']],
])

export const changeOf = changeOfKinds(wider)

/** What a column is assigned that has another type: a value with no room is refused, and digits that it would round away (alter.ts). */
export const convert: MigrationDialect['convert'] = (from, to, value) =>
  from.value.kind === to.value.kind || castable(from.value, to.value) ? value : null

const castable = castsAmong(
  new Map([
    ['int32', ['int64', 'decimal', 'float64', 'text']],
    ['int64', ['int32', 'decimal', 'text']],
    ['decimal', ['text']],
    ['text', ['enum']],
    ['enum', ['text']],
    ['uuid', ['text']],
    ['date', ['text']],
    ['duration', ['text']],
  ]),
)
