/** A route of the application that calls the engine directly. */
import { getEngine } from "../../lib/engine.ts"

export const GET = async (request: Request): Promise<Response> => {
  const user = request.headers.get("x-user")
  if (user === null) return Response.json([])
  const engine = await getEngine()
  const datasets = await engine.as(user).datasets.listOwned(user)
  return Response.json(datasets.map(({ record }) => record.dataset.name))
}
