import { type Html, html, prose } from './html.ts'

/** A page of the site. */
export interface SitePage {
  /** Its file: `patient.html`. */
  readonly file: string
  readonly title: string
  readonly main: Html
}

/** A line of the list at the side: a page, or a part of one. */
export interface NavLink {
  readonly href: string
  readonly text: string
  readonly under?: readonly { readonly href: string; readonly text: string }[]
}

export interface SiteFrame {
  readonly title: string
  readonly version: string
  readonly styles: readonly { readonly name: string; readonly title: string }[]
  readonly nav: readonly NavLink[]
}

/** A whole page: the list of pages, the search, the choice of styles, and what is read. */
export const framed = ({ title, version, styles, nav }: SiteFrame, page: SitePage): string =>
  `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; form-action 'none'">
<title>${page.title === title ? title : `${page.title} · ${title}`}</title>
<link rel="icon" href="mark.svg">
<link rel="stylesheet" href="site.css">
<script src="search.js" defer></script>
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="bar">
<a class="name" href="index.html"><img src="mark.svg" alt="" width="22" height="22"> ${title} <span class="version">${version}</span></a>
<div class="find"><input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found"><kbd aria-hidden="true">/</kbd><ul id="found" role="listbox" aria-label="Found" hidden></ul></div>
<button id="theme" type="button" aria-label="Switch to the dark theme">Dark</button>
</header>
<div class="columns">
<nav aria-label="Pages">
<ul>${nav.map(
      ({ href, text, under }) =>
        html`<li><a href="${href}"${href === page.file ? html` aria-current="page"` : null}>${text}</a>${
          under && href === page.file
            ? html`<ul>${under.map((each) => html`<li><a href="${each.href}">${prose(each.text)}</a></li>`)}</ul>`
            : null
        }</li>`,
    )}</ul>
</nav>
<main id="main">
${
  styles.length > 1 && page.main.html.includes('class="exchange')
    ? html`<div class="styles" role="group" aria-label="Styles shown">${styles.map(
        ({ name, title: text }) =>
          html`<button type="button" data-style="${name}" aria-pressed="false">${text}</button>`,
      )}<button type="button" data-style="" aria-pressed="true">Side by side</button></div>`
    : null
}
${page.main}
</main>
</div>
</body>
</html>
`.html
  }`
