import { entityScenariosOf, play } from '../play.ts'

play('Patient', entityScenariosOf('Patient'))
