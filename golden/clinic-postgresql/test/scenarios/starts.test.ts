import { atRestScenarios } from './derive/start-at-rest.ts'
import { startScenarios } from './derive/starts.ts'
import { play } from './play.ts'

play('starts', startScenarios)
play('start-at-rest', atRestScenarios)
