import { entityScenariosOf, play } from '../play.ts'

play('EhrRecord', entityScenariosOf('EhrRecord'))
