import { defineGroup } from '../../command.ts'
import { migrate } from './migrate.ts'
import { move } from './move.ts'

export const platform = defineGroup({ name: 'platform', subcommands: [move, migrate] })
