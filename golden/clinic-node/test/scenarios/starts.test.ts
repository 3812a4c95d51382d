import { startScenarios } from './derive/starts.ts'
import { play } from './play.ts'

play('starts', startScenarios)
