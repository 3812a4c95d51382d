import { signInScenarios } from './derive/sign-in.ts'
import { play } from './play.ts'

play('sign-in', signInScenarios)
