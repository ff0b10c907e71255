/** The pages of the application: a layout with its own look, and elements of Annotary in the middle. */
import type { AnnotaryOptions, Purpose } from "./Annotary.ts"

const layout = (content: string, user?: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Street Survey</title>
    <link rel="stylesheet" href="/page.css">
    <script type="module" src="/page.js"></script>
  </head>
  <body>
    <header>
      <strong>Street Survey</strong>
      ${user === undefined ? "" : `<nav><a href="/">Label</a> <a href="/webhooks">Webhooks</a></nav><span>${escaped(user)}</span>`}
    </header>
    <main>${content}</main>
  </body>
</html>`

export const signInPage = (refused: boolean): string =>
  layout(`<h1>Sign in</h1>
    ${refused ? `<p role="alert">The name or the password is wrong.</p>` : ""}
    <form method="post" action="/sign-in">
      <label>Name <input name="name" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Sign in</button>
    </form>`)

/** A page with an element. Its attributes say where the server is; the script gives it a token. */
export const elementPage = (purpose: Purpose, user: string, { dataset, url }: AnnotaryOptions): string =>
  purpose === "workbench"
    ? layout(
        `<h1>Images to label</h1><p>Done today: <output id="done">0</output></p>
        <annotary-workbench base-url="${escaped(url)}" dataset="${escaped(dataset)}"></annotary-workbench>`,
        user,
      )
    : layout(`<h1>Integrations</h1><annotary-webhooks base-url="${escaped(url)}"></annotary-webhooks>`, user)

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
