import { limitedScenarios } from './derive/limited.ts'
import { play } from './play.ts'

play('limited', limitedScenarios)
