// Generated from the charter "clinic". What you change here is merged when generating again.

import type { FastifyInstance } from 'fastify'
import type { Rest } from '../../rest/rest.ts'
import { labResultModel } from './lab-result.ts'

export const labResultRoutes = (app: FastifyInstance, rest: Rest): void => {
  app.get('/api/labs/results', rest.list(labResultModel))
  app.post('/api/labs/results/search', rest.search(labResultModel))
  app.post('/api/labs/results', rest.create(labResultModel, '/api/labs/results/:id'))
  app.post('/api/labs/results/import', rest.import(labResultModel))
  app.get('/api/labs/results/:id', rest.read(labResultModel))
  app.put('/api/labs/results/:id', rest.replace(labResultModel))
  app.patch('/api/labs/results/:id', rest.update(labResultModel))
  app.delete('/api/labs/results/:id', rest.remove(labResultModel))
  app.get('/api/labs/results/:id/audit', rest.audit(labResultModel))
}
