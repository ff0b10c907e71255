/** Calls of the API with JSON as text: numbers in it may have more digits than a double. */
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { getMember, isObject } from "../../../src/workbench/editor/json/value.ts"
import { adminKey, type TestServer } from "./server.ts"

/** Sends a text as it is, and returns that of the answer. */
export const sendText = async (
  { origin }: TestServer,
  method: string,
  path: string,
  body?: string,
): Promise<string> => {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `APIKey ${adminKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 400)}`)
  return text
}

/** The attributes of the ground truth of a sample, byte for byte as the server sends them. */
export const storedAttributes = async (server: TestServer, sample: string): Promise<string> => {
  const label = parse(await sendText(server, "GET", `/labels/${sample}/ground-truth/`))
  const attributes = isObject(label) ? getMember(label, "attributes") : undefined
  if (attributes === undefined) throw new Error("The answer has no attributes.")
  return print(attributes)
}
