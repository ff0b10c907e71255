/** Calls of a server's API that must succeed, for the scripts that write databases. */
import { setTimeout as sleep } from "node:timers/promises"

/** `call`, `post`, `settled` and `upload` for the first administrator, or for the owner of the headers. */
export const apiOf = (server) => {
  const call = async (method, path, body, headers) => {
    const answer = await server.request(method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const post = (path, body, headers) => call("POST", path, body, headers)
  /** The answer of a path once it is the expected one. */
  const settled = async (path, done) => {
    for (let waited = 0; waited < 30_000; waited += 100) {
      const answer = await call("GET", path)
      if (done(answer)) return answer
      await sleep(100)
    }
    throw new Error(`${path} is ${JSON.stringify(await call("GET", path))}.`)
  }
  /** Uploads an asset. The server of its URL is elsewhere in public. */
  const upload = async (filename, bytes) => {
    const asset = await post("/assets/", { filename })
    const form = new FormData()
    for (const [name, value] of Object.entries(asset.presignedPostFields.fields)) form.append(name, value)
    form.append("file", new Blob([bytes]), filename)
    const { pathname, search } = new URL(asset.presignedPostFields.url)
    const { status } = await fetch(`${server.url}${pathname}${search}`, { method: "POST", body: form })
    if (status !== 204) throw new Error(`The upload of ${filename} is answered with ${status}.`)
    return asset
  }
  return { call, post, settled, upload }
}
