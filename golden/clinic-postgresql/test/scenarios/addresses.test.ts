import { surfaceScenarios } from './derive/surface.ts'
import { play } from './play.ts'

play('surface', surfaceScenarios)
