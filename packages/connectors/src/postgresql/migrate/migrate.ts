import { migrateWith } from '../../migrate/migrate.ts'
import { dialect } from './dialect.ts'

export const migrate = migrateWith(dialect)
