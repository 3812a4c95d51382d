// Generated from the charter "clinic". What you change here is merged when generating again.

import type { FastifyInstance } from 'fastify'
import type { Rest } from '../rest/rest.ts'
import { dischargePatientModel } from './models.ts'

export const operationRoutes = (app: FastifyInstance, rest: Rest): void => {
  app.post('/api/patients/:id/discharge', rest.operation(dischargePatientModel))
}
