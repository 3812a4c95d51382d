import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { registerSession, takesInPath, tellsEvents } from '../runtime/http/index.ts'
import {
  type CrudOperation,
  directoryOf,
  type EntityModel,
  type Entry,
  entryOf,
  isRun,
  type OperationModel,
  type RouteModel,
  type ServiceBackend,
} from '../runtime/index.ts'
import { askCreate, askNested, askOperation, askPage, askRow, askSearch, askWrite, relationOf } from './ask.ts'
import { keyValue } from './asked.ts'
import { batchHandler } from './batch.ts'
import { deprecatedHandler } from './deprecation.ts'
import { addFileRoutes } from './file-routes.ts'
import { followRun } from './follow-run.ts'
import { handlerOf, type Work } from './handler.ts'
import { importHandler } from './import.ts'
import { isJsonPatch, patchHandler } from './json-patch/patch-handler.ts'
import { locator } from './locator.ts'
import { addOwnRoute, type OwnAddress } from './own-route.ts'
import type { Answer } from './respond.ts'

/**
 * Handlers for Fastify routes, one per kind of request. Key fields are path parameters by their own names:
 * `app.get('/api/patients/:id', rest.read(patient))`.
 */
export interface Rest {
  /** `GET /patients`: a page of rows. */
  list(entity: EntityModel): RouteHandlerMethod
  /** `POST /patients/search`: a page of rows, the selection in the body. */
  search(entity: EntityModel): RouteHandlerMethod
  /** `POST /patients`. `address` is the path of the new row, for `Location`. */
  create(entity: EntityModel, address?: string): RouteHandlerMethod
  /** `POST /patients/import`: a row of each line of NDJSON. */
  import(entity: EntityModel): RouteHandlerMethod
  /** `GET /patients/:id`; of a run of a job also as events, until it has ended. */
  read(entity: EntityModel): RouteHandlerMethod
  /** `PUT /patients/:id` */
  replace(entity: EntityModel): RouteHandlerMethod
  /** `PATCH /patients/:id`: JSON Merge Patch (RFC 7396) or JSON Patch (RFC 6902). */
  update(entity: EntityModel): RouteHandlerMethod
  /** `DELETE /patients/:id` */
  remove(entity: EntityModel): RouteHandlerMethod
  /** `GET /patients/:id/audit`: who did what to the row, newest first. */
  audit(entity: EntityModel): RouteHandlerMethod
  /** `GET /patients/:id/prescriptions`: a page of the relation's rows. */
  nested(parent: EntityModel, relation: string): RouteHandlerMethod
  /** `POST /patients/:id/discharge`; with GET the input is in the query. `address`: the path of a run, where it is a job. */
  operation(operation: OperationModel, address?: string): RouteHandlerMethod
  /** Adds a route of the charter's own: `rest.own(app, orderReceiptModel, { method: 'GET', url: '/api/orders/:id/receipt' })`. */
  own(app: FastifyInstance, operation: RouteModel, address: OwnAddress): void
  /** Adds the addresses at which a field's files are read and sent: `rest.file(app, documentModel, 'scan', '/api/documents/:id/scan')`. */
  file(app: FastifyInstance, entity: EntityModel, field: string, url: string): void
  /** Adds the address at which they are read, where nobody sends any. */
  fileToRead(app: FastifyInstance, entity: EntityModel, field: string, url: string): void
  /** `GET`, `POST` and `DELETE` of the session of a browser. */
  session(app: FastifyInstance, path: string): void
  /** `POST /batch`: many calls in one request. */
  batch(): RouteHandlerMethod
}

export const createRest = (options: ServiceBackend): Rest => {
  const directory = directoryOf(options.model)
  const handle = (work: Work) => handlerOf(options, work)
  const ofAll = ({ deprecated }: EntityModel, work: Work) => deprecatedHandler(deprecated, handle(work))
  /** Of one row, whose key the path says. */
  const ofRow = (row: Entry, work: Work) => keyed(row, handle(work))
  const entry = (entity: EntityModel) => entryOf(directory, entity.name)
  const named = (entity: EntityModel, action: CrudOperation) => `${entity.name}.${action}`
  return {
    list: (entity) =>
      ofAll(entity, { operation: named(entity, 'list'), answer: page, read: askPage(directory, entry(entity)) }),
    search: (entity) =>
      ofAll(entity, { operation: named(entity, 'list'), answer: value, read: askSearch(directory, entry(entity)) }),
    create: (entity, address) =>
      ofAll(entity, {
        operation: named(entity, 'create'),
        answer: address === undefined ? created : { ...created, location: locator(address) },
        read: askCreate(directory, entry(entity)),
      }),
    import: (entity) => deprecatedHandler(entity.deprecated, importHandler(options, entity)),
    read: (entity) => {
      const read = askRow(directory, entry(entity), 'row')
      const row = handle({ operation: named(entity, 'read'), answer: value, read })
      return isRun(options.model, entity)
        ? tellsEvents(keyed(entry(entity), followRun(options, entity, { read, row })))
        : keyed(entry(entity), row)
    },
    replace: (entity) =>
      ofRow(entry(entity), {
        operation: named(entity, 'replace'),
        answer: value,
        read: askWrite(directory, entry(entity)),
      }),
    update: (entity) =>
      keyed(
        entry(entity),
        mergedOrPatched(
          handle({ operation: named(entity, 'update'), answer: value, read: askWrite(directory, entry(entity)) }),
          patchHandler(options, directory, entry(entity)),
        ),
      ),
    remove: (entity) =>
      ofRow(entry(entity), {
        operation: named(entity, 'delete'),
        answer: value,
        read: askRow(directory, entry(entity), 'none'),
      }),
    audit: (entity) =>
      ofRow(entry(entity), {
        operation: named(entity, 'audit'),
        answer: page,
        read: askRow(directory, entry(entity), 'trail'),
      }),
    nested: (parent, relation) => {
      const { target } = relationOf(entry(parent), relation)
      const read = askNested(directory, entry(parent), relation)
      const work = { operation: `${target}.list`, answer: page, read }
      return keyed(entry(parent), ofAll(entryOf(directory, target).model, work))
    },
    operation: (operation, address) => {
      const { name, entity, hasKey, deprecated, job } = operation
      const answer =
        job === undefined ? value : { ...accepted, ...(address !== undefined && { location: locator(address) }) }
      const work = { operation: name, answer, read: askOperation(directory, operation) }
      const own = deprecatedHandler(deprecated, handle(work))
      if (!entity) return own
      const of = entryOf(directory, entity)
      return hasKey ? keyed(of, own) : deprecatedHandler(of.model.deprecated, own)
    },
    own: (app, operation, address) => addOwnRoute(app, options, operation, address),
    file: (app, entity, field, url) => addFileRoutes(app, options, { row: entry(entity), field, url }),
    fileToRead: (app, entity, field, url) =>
      addFileRoutes(app, options, { row: entry(entity), field, url, isReadOnly: true }),
    session: (app, path) => registerSession(app, options, path),
    batch: () => batchHandler(options, directory),
  }
}

const keyed = (row: Entry, handler: RouteHandlerMethod): RouteHandlerMethod =>
  takesInPath(deprecatedHandler(row.model.deprecated, handler), (name, text) => keyValue(row, name, text) !== undefined)

const mergedOrPatched = (merge: RouteHandlerMethod, patch: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    return (isJsonPatch(request) ? patch : merge).call(this, request, reply)
  }

const value: Answer = { status: 200 }
const created: Answer = { status: 201 }
/** It goes on past its answer (RFC 9110 section 15.3.3). */
const accepted: Answer = { status: 202 }
const page: Answer = { status: 200, isPage: true }
