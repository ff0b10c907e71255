/** Commands for a shell that call the API at the address of this page. The key is a variable, so that it is in no history. */
import { apiBase, base } from "../api/base.ts"

/** `curl` with the body as JSON. Single quotes in the body are closed for the shell. */
export const curlLine = (method: string, path: string, body: object): string =>
  [
    `curl -X ${method} ${location.origin}${apiBase(base)}${path}`,
    `-H "Authorization: APIKey $ANNOTARY_API_KEY"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join(" \\\n  ")
