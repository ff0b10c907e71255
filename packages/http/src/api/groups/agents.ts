/** The address of a protocol for agents, whose messages are not those of the API. It is not part of the API that clients call. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Permission } from "../permission.ts"
import { LenientQuery, NotIdempotent, Public, RawBody } from "../rawJson.ts"

export class AgentsApi extends HttpApiGroup.make("agents")
  .add(
    HttpApiEndpoint.post("send", "/mcp")
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Public, true)
      .annotate(RawBody, true)
      .annotate(LenientQuery, true)
      .annotate(NotIdempotent, true)
      .annotate(Permission, "anyone"),
  )
  .add(
    HttpApiEndpoint.get("listen", "/mcp")
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Public, true)
      .annotate(LenientQuery, true)
      .annotate(Permission, "anyone"),
  ) {}
