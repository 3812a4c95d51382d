const files = { json: 'json-worker.js', graphql: 'graphql-worker.js' }

/** The editor's workers, each a file of its own beside this one. */
globalThis.MonacoEnvironment = {
  getWorker: (_id, label) =>
    new Worker(`/_charter/graphiql/${files[label] ?? 'editor-worker.js'}`, { type: 'module', name: label }),
}
