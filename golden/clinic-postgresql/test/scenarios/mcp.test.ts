import { toolScenarios } from './derive/tool-calls.ts'
import { play } from './play.ts'

play('tool-calls', toolScenarios)
