import { besideScenarios } from './derive/beside.ts'
import { limitedScenarios } from './derive/limited.ts'
import { play } from './play.ts'

play('limited', limitedScenarios)
play('beside', besideScenarios)
