/** Commands for a shell that call the API at the address of this page. The key is a variable, so that it is in no history. */
import { base, computeApiBase } from "../api/base.ts"

/** `curl` with the body as JSON. Single quotes in the body are closed for the shell. */
export const formatCurl = (method: string, path: string, body: object): string =>
  [
    `curl -X ${method} ${location.origin}${computeApiBase(base)}${path}`,
    `-H "Authorization: APIKey $ANNOTARY_API_KEY"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join(" \\\n  ")
