import { insertInto, readOf, type SchemaDialect, type Statement } from '@charter/sql/store'
import type { Product } from './product.ts'
import { hasTable } from './state-schema.ts'

const meta = '"_charter_meta"'

export const keepMetaOf = ({ onDuplicate }: Product): Statement =>
  insertInto(meta, ['name', 'value'], { after: onDuplicate(['value']) })

const findAny = readOf('SELECT 1 FROM information_schema.tables WHERE table_schema = database() LIMIT 1')

export const schemaOf = (product: Product): SchemaDialect => ({
  meta,
  findMeta: { statement: hasTable, values: ['_charter_meta'] },
  findAny,
  occupied: 'The database holds tables that this service did not make; give an empty one.',
  makePlace: [],
  makeMeta: `CREATE TABLE IF NOT EXISTS ${meta} ("name" varchar(64) NOT NULL PRIMARY KEY, "value" longtext NOT NULL) CHARACTER SET utf8mb4 COLLATE ${product.collation}`,
  keepMeta: keepMetaOf(product),
  // One that was broken off has made some of them.
  repeatable: (statement) => statement.replace(/^CREATE TABLE /, 'CREATE TABLE IF NOT EXISTS '),
  who: 'user',
})
