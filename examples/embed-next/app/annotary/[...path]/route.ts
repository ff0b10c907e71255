/** The REST API below /annotary. */
import { annotary } from "@annotary/http/next"
import { getEngine } from "../../../lib/engine.ts"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = annotary(getEngine, { basePath: "/annotary" })
