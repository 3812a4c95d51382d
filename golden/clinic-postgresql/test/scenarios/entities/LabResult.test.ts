import { entityScenariosOf, play } from '../play.ts'

play('LabResult', entityScenariosOf('LabResult'))
