import { manyRowsScenarios } from './derive/many-rows.ts'
import { restProtocolScenarios } from './derive/rest-protocol.ts'
import { play } from './play.ts'

play('rest-protocol', restProtocolScenarios)
play('many-rows', manyRowsScenarios)
