import { defineGroup } from '../../command.ts'
import { test } from './test.ts'

export const connector = defineGroup({ name: 'connector', subcommands: [test] })
