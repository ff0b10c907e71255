/** Imports of a web page: the client and the contract, without the types of Node. */
import { AnnotaryApi } from "@annotary/http/api"
import { createClient, isApiError } from "@annotary/http/client"

const client = createClient({ baseUrl: "/annotary" })
export const names = async (owner: string, dataset: string) => {
  const found: Array<string | undefined> = []
  for await (const { name } of client.all.samples.list({ path: { owner, dataset } })) found.push(name)
  return found
}
export const isGone = (error: unknown): boolean => isApiError(error, "NotFound")
export const api = AnnotaryApi
