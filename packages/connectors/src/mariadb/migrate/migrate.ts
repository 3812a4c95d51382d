import { migrateWith } from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import { dialectOf } from './dialect.ts'

export const migrateOf = (profile: Profile) => migrateWith(dialectOf(profile))
