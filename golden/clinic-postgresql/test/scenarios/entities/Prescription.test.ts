import { entityScenariosOf, play } from '../play.ts'

play('Prescription', entityScenariosOf('Prescription'))
