// Search, the choice of styles and the theme. Everything can be read without it.
const remember = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Read from a folder, some browsers keep nothing.
  }
}
const remembered = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

const theme = document.querySelector('#theme')
const isDark = () => {
  const set = document.documentElement.dataset.theme
  return set ? set === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}
const showTheme = () => {
  theme.textContent = isDark() ? 'Light' : 'Dark'
  theme.setAttribute('aria-label', `Switch to the ${isDark() ? 'light' : 'dark'} theme`)
}
const kept = remembered('charter-docs-theme')
if (kept === 'dark' || kept === 'light') document.documentElement.dataset.theme = kept
showTheme()
theme.addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
  remember('charter-docs-theme', document.documentElement.dataset.theme)
  showTheme()
})

const buttons = [...document.querySelectorAll('.styles button')]
const showStyle = (name) => {
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.style === name))
  for (const exchange of document.querySelectorAll('.exchange'))
    exchange.hidden = name !== '' && exchange.dataset.style !== name
}
for (const button of buttons)
  button.addEventListener('click', () => {
    remember('charter-docs-style', button.dataset.style)
    showStyle(button.dataset.style)
  })
const wanted = remembered('charter-docs-style')
if (wanted && buttons.some(({ dataset }) => dataset.style === wanted)) showStyle(wanted)

for (const pre of document.querySelectorAll('pre')) {
  const block = document.createElement('div')
  block.className = 'block'
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.className = 'copy'
  copy.textContent = 'Copy'
  copy.setAttribute('aria-label', `Copy: ${pre.getAttribute('aria-label')}`)
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent)
    copy.textContent = 'Copied'
  })
  pre.replaceWith(block)
  block.append(pre, copy)
}

const search = document.querySelector('#search')
const found = document.querySelector('#found')
const foundMax = 12
let at = 0

const matching = (words) =>
  (window.charterSearch ?? [])
    .map((entry) => ({ entry, text: entry[0].toLowerCase() }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    // What begins with the word comes first.
    .sort((a, b) => Number(b.text.startsWith(words[0])) - Number(a.text.startsWith(words[0])))
    .slice(0, foundMax)
    .map(({ entry }) => entry)

const choose = (to) => {
  const options = [...found.children]
  if (options.length === 0) return
  at = (to + options.length) % options.length
  for (const [index, option] of options.entries()) option.setAttribute('aria-selected', String(index === at))
  search.setAttribute('aria-activedescendant', options[at].id)
  options[at].scrollIntoView({ block: 'nearest' })
}

const close = () => {
  found.hidden = true
  search.setAttribute('aria-expanded', 'false')
  search.removeAttribute('aria-activedescendant')
}

search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = words.length === 0 ? [] : matching(words)
  found.replaceChildren(
    ...entries.map(([text, kind, href], index) => {
      const option = document.createElement('li')
      option.id = `found-${index}`
      option.setAttribute('role', 'option')
      const link = document.createElement('a')
      link.href = href
      link.tabIndex = -1
      const what = document.createElement('span')
      what.textContent = text
      const which = document.createElement('span')
      which.className = 'kind'
      which.textContent = kind
      link.append(what, which)
      option.append(link)
      return option
    }),
  )
  if (entries.length === 0) return close()
  found.hidden = false
  search.setAttribute('aria-expanded', 'true')
  choose(0)
})
search.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(at + 1)
  else if (event.key === 'ArrowUp') choose(at - 1)
  else if (event.key === 'Enter') found.children[at]?.querySelector('a').click()
  else if (event.key === 'Escape') {
    search.value = ''
    close()
    search.blur()
  } else return
  event.preventDefault()
})
found.addEventListener('click', () => {
  close()
  search.value = ''
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('.find')) close()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === search) return
  event.preventDefault()
  search.focus()
})
