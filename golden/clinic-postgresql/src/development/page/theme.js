// Runs before the first paint, so that a dark page never flashes light. Elsewhere the page is modules.
{
  const chosen = localStorage.getItem('theme')
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
