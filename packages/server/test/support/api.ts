/** A plain client of the REST API, as somebody without our SDK would write it. */

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The body, when it is JSON. Digits beyond 2^53 are only in `text`. */
  readonly json: () => unknown
}

export interface Api {
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** A body that is text is sent as it is. */
export const apiOf = (url: string, key: string): Api => ({
  call: async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `APIKey ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, text, headers: response.headers, json: (): unknown => JSON.parse(text) }
  },
})

/** The answer's JSON, when it has the status that was hoped for. */
export const expectStatus = (answer: Answer, ...statuses: ReadonlyArray<number>): Answer => {
  if (statuses.includes(answer.status)) return answer
  throw new Error(`Expected ${statuses.join(" or ")}, got ${answer.status}: ${answer.text.slice(0, 500)}`)
}

/** Reads a member of parsed JSON; anything else than what is looked for ends the test. */
export const member = (value: unknown, key: string): unknown => {
  if (typeof value !== "object" || value === null || !(key in value)) throw new Error(`There is no ${key}.`)
  return (value as { readonly [key: string]: unknown })[key]
}

export const textMember = (value: unknown, key: string): string => {
  const found = member(value, key)
  if (typeof found !== "string") throw new Error(`${key} is not a text.`)
  return found
}

export const items = (value: unknown): ReadonlyArray<unknown> => {
  if (!Array.isArray(value)) throw new Error("This is not an array.")
  return value
}
