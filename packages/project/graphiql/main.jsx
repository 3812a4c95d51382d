import './nonce.js'
import './workers.js'
import { createRoot } from 'react-dom/client'
import { loadPage, NotLoaded } from './load.js'

const root = createRoot(document.querySelector('#root'))

try {
  const page = await loadPage()
  const url = page.operations.map(({ requests }) => requests.graphql?.target?.[0]).find(Boolean)
  document.title = `GraphiQL · ${page.title}`
  // The editor is of files of its own, which run after the nonce is at hand.
  const { Ask } = await import('./ask.jsx')
  root.render(<Ask page={page} url={url} />)
} catch (error) {
  if (!(error instanceof NotLoaded)) throw error
  root.render(
    <main className="said">
      <h1>{error.title}</h1>
      <p>{error.message}</p>
    </main>,
  )
}
