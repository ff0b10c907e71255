/** The calls of an Annotary server that the application makes, with the key of a site admin. */

export interface AnnotaryOptions {
  /** The address of the server. */
  readonly url: string
  /** The API key of a site admin. It never leaves the application's server. */
  readonly apiKey: string
  /** The dataset that the application's users label, as `owner/name`. */
  readonly dataset: string
}

/** What a page of the application shows. */
export type Purpose = "workbench" | "webhooks"

export const isPurpose = (value: unknown): value is Purpose => value === "workbench" || value === "webhooks"

/** A client of the calls. */
export const annotary = ({ apiKey, dataset, url }: AnnotaryOptions) => {
  const call = async (method: "GET" | "POST", path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { authorization: `APIKey ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const failed = async (response: Response): Promise<Error> =>
    new Error(`${response.url} answered ${response.status}: ${await response.text()}`)

  /** Creates the account of a user, and makes it a labeler of the dataset. A user who was here before has both. */
  const enroll = async (user: string): Promise<void> => {
    const created = await call("POST", "/users/", { username: user })
    if (!created.ok && created.status !== 409) throw await failed(created)
    const collaborators = `/datasets/${dataset}/collaborators/`
    if ((await call("GET", `${collaborators}${user}`)).ok) return
    const added = await call("POST", collaborators, { user, role: "labeler" })
    if (!added.ok) throw await failed(added)
  }

  /** A token with which a page of this user can do one thing, for ten minutes. */
  const tokenFor = async (user: string, purpose: Purpose): Promise<string> => {
    const scope = purpose === "workbench" ? { dataset, role: "labeler" } : { webhooks: user }
    const response = await call("POST", "/embed_tokens/", { user, ...scope, expires_in: 600 })
    if (!response.ok) throw await failed(response)
    return Object(await response.json()).token
  }

  return { enroll, tokenFor }
}
