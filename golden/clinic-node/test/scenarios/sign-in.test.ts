import { keySetScenarios } from './derive/key-sets.ts'
import { signInScenarios } from './derive/sign-in.ts'
import { play } from './play.ts'

play('sign-in', signInScenarios)
play('key-sets', keySetScenarios)
