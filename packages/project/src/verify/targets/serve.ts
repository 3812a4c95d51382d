import { type PageData, registerDevelopment, remoteDesk } from '@charter/page'
import { registerHealth, registerMetrics, registerTokenEndpoint } from '@charter/runtime/service'
import type { Derived, openService } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'
import { pageFolder } from '../../page/page-folder.ts'
import type { StartWanted } from '../scenario.ts'

/** A service in process on free ports of this machine, with all that a generated one has beside its styles. */
export const serve = (
  derived: Derived,
  service: Awaited<ReturnType<typeof openService>>,
  environment: StartWanted['env'] = process.env,
  desk?: string,
) =>
  serveStyles(derived.styles, service, {
    host: '127.0.0.1',
    port: 0,
    environment,
    extend: async (app) => {
      registerMetrics(app, service)
      registerHealth(app, service)
      registerTokenEndpoint(app, service)
      if (service.isDevelopment)
        await registerDevelopment(app, {
          service,
          page: barePage(derived),
          contracts: {},
          pageFolder: pageFolder(),
          ...(desk !== undefined && { editDesk: remoteDesk(desk) }),
        })
    },
  })

/** Whom it lets in is what is looked at here; what it shows is made when a service is generated. */
const barePage = ({ model }: Derived): PageData => ({
  name: model.name,
  title: model.title,
  version: model.version,
  description: '',
  charter: { file: '', text: '' },
  questions: [],
  provenance: {},
  entities: [],
  styles: [],
  problems: [],
  operations: [],
  roles: model.access.roles.map((name) => ({ name, description: '', token: '', claims: {} })),
  access: {},
})
