/** How the pages look, by the system's setting; focus and links are ink blue, and what is wrong says so in words. */
export const style = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #131316);
  --surface: light-dark(#ffffff, #1b1b20);
  --line: light-dark(#e6e2da, #2c2c33);
  --ink: light-dark(#1b1b1f, #eceae4);
  --muted: light-dark(#6b6a70, #9a98a0);
  --link: light-dark(#2d4b8e, #9db4f0);
  --on-link: light-dark(#ffffff, #131316);
  --warn: light-dark(#8a5c00, #e0b15c);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
main { max-width: 400px; margin: 64px auto; padding: 0 20px; }
.mark { width: 32px; height: 32px; }
h1 { margin: 12px 0 16px; font: 24px/1.25 "Iowan Old Style", "Palatino Linotype", Georgia, serif; }
h2 { margin: 32px 0 8px; font: 18px/1.25 "Iowan Old Style", "Palatino Linotype", Georgia, serif; }
form + form, form + p, form + a, button + p { margin-top: 16px; }
p { margin: 0 0 16px; }
time { white-space: nowrap; }
.quiet { color: var(--muted); font-size: 13px; }
.wrong { border-left: 2px solid var(--warn); padding-left: 12px; color: var(--warn); }
pre { margin: 0 0 16px; padding: 12px; background: var(--surface); border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 3px; }
ul { margin: 0 0 16px; padding-left: 20px; }
li { overflow-wrap: anywhere; }
label { display: block; margin: 0 0 4px; font-size: 13px; color: var(--muted); }
input {
  width: 100%;
  margin: 0 0 16px;
  padding: 8px 12px;
  border: 1px solid var(--muted);
  border-radius: 6px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
}
button {
  padding: 8px 16px;
  border: 1px solid var(--link);
  border-radius: 6px;
  background: var(--link);
  color: var(--on-link);
  font: inherit;
  cursor: pointer;
}
button + button { margin-left: 8px; }
button.plain { border-color: var(--muted); background: var(--surface); color: var(--ink); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.qr { width: 200px; margin: 0 0 16px; border: 8px solid #fff; border-radius: 6px; background: #fff; }
.qr svg { display: block; width: 100%; height: auto; }
`
