// Generated from the charter "clinic". What you change here is merged when generating again.

import type { FastifyInstance } from 'fastify'
import type { Rest } from '../../rest/rest.ts'
import { patientModel } from './patient.ts'

export const patientRoutes = (app: FastifyInstance, rest: Rest): void => {
  app.get('/api/patients', rest.list(patientModel))
  app.post('/api/patients/search', rest.search(patientModel))
  app.post('/api/patients', rest.create(patientModel, '/api/patients/:id'))
  app.post('/api/patients/import', rest.import(patientModel))
  app.get('/api/patients/:id', rest.read(patientModel))
  app.put('/api/patients/:id', rest.replace(patientModel))
  app.patch('/api/patients/:id', rest.update(patientModel))
  app.delete('/api/patients/:id', rest.remove(patientModel))
  app.get('/api/patients/:id/audit', rest.audit(patientModel))
  app.get('/api/patients/:id/prescriptions', rest.nested(patientModel, 'prescriptions'))
  app.get('/api/ehr/:id/records', rest.nested(patientModel, 'records'))
  app.get('/api/patients/:id/lab-results', rest.nested(patientModel, 'labResults'))
}
