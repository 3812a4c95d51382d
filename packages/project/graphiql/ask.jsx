import { GraphiQL, HISTORY_PLUGIN } from 'graphiql'
import { useMemo, useState } from 'react'
import { Bar } from './bar.jsx'
import { fetcherAs } from './fetcher.js'
import { firstQuery } from './first-query.js'
import { keptFor } from './kept.js'
import { editorTheme } from './themes.js'

const plugins = [HISTORY_PLUGIN]
const nobody = { name: 'nobody', token: '' }

/** GraphiQL, asking as one of the roles. */
export const Ask = ({ page, url }) => {
  const kept = useMemo(() => keptFor(page.name), [page.name])
  const roles = [...page.roles, nobody]
  const [name, setName] = useState(() => roleAtFirst(roles, kept))
  const [theme, setTheme] = useState(document.documentElement.dataset.theme)
  const role = roles.find((each) => each.name === name)
  const fetcher = useMemo(() => fetcherAs(url, role.token), [url, role.token])
  const first = useMemo(() => firstQuery(page, name), [page, name])
  const choose = (wanted) => {
    kept.setItem('role', wanted)
    history.replaceState(null, '', `${location.pathname}?as=${encodeURIComponent(wanted)}`)
    setName(wanted)
  }
  const turn = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    localStorage.setItem('theme', next)
    document.documentElement.dataset.theme = next
    setTheme(next)
  }
  return (
    <>
      <Bar page={page} roles={roles} role={name} choose={choose} turn={turn} />
      <main>
        <GraphiQL
          fetcher={fetcher}
          storage={kept}
          plugins={plugins}
          forcedTheme={theme}
          editorTheme={editorTheme}
          defaultQuery={first?.query}
          defaultTabs={first ? [first] : undefined}
          schemaDescription
          inputValueDeprecation
        >
          <GraphiQL.Logo>
            <span />
          </GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  )
}

/** That of the address, else the one that was chosen last. */
const roleAtFirst = (roles, kept) => {
  const isRole = (wanted) => roles.some(({ name }) => name === wanted)
  const wanted = [new URLSearchParams(location.search).get('as'), kept.getItem('role')]
  return wanted.find(isRole) ?? roles[0].name
}
