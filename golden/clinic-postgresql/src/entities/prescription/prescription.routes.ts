// Generated from the charter "clinic". What you change here is merged when generating again.

import type { FastifyInstance } from 'fastify'
import type { Rest } from '../../rest/rest.ts'
import { prescriptionModel } from './prescription.ts'

export const prescriptionRoutes = (app: FastifyInstance, rest: Rest): void => {
  app.get('/api/prescriptions', rest.list(prescriptionModel))
  app.post('/api/prescriptions/search', rest.search(prescriptionModel))
  app.post('/api/prescriptions', rest.create(prescriptionModel, '/api/prescriptions/:id'))
  app.post('/api/prescriptions/import', rest.import(prescriptionModel))
  app.get('/api/prescriptions/:id', rest.read(prescriptionModel))
  app.put('/api/prescriptions/:id', rest.replace(prescriptionModel))
  app.patch('/api/prescriptions/:id', rest.update(prescriptionModel))
  app.delete('/api/prescriptions/:id', rest.remove(prescriptionModel))
  app.get('/api/prescriptions/:id/audit', rest.audit(prescriptionModel))
}
