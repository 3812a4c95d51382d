// Generated from the charter "clinic". What you change here is merged when generating again.

import type { FastifyInstance } from 'fastify'
import { ehrRecordRoutes } from './entities/ehr-record/ehr-record.routes.ts'
import { labResultRoutes } from './entities/lab-result/lab-result.routes.ts'
import { patientRoutes } from './entities/patient/patient.routes.ts'
import { prescriptionRoutes } from './entities/prescription/prescription.routes.ts'
import { operationRoutes } from './operations/routes.ts'
import type { Rest } from './rest/rest.ts'

/** Every route of the API. */
export const routes = (app: FastifyInstance, rest: Rest): void => {
  patientRoutes(app, rest)
  prescriptionRoutes(app, rest)
  ehrRecordRoutes(app, rest)
  labResultRoutes(app, rest)
  operationRoutes(app, rest)
  app.post('/api/batch', rest.batch())
}
