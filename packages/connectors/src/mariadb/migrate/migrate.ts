import { migrateWith } from '@charter/sql'
import { dialect } from './dialect.ts'

export const migrate = migrateWith(dialect)
