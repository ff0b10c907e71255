/** The reference page: the document and a viewer in one file that loads nothing from anywhere. Made at the first request. */
import * as Api from "@effect/platform/HttpApi"
import { Context, Layer } from "effect"
import { AnnotaryApi } from "../api/Api.ts"
import { openApi } from "../api/openapi.ts"

let made: Promise<string> | undefined

export const docsPage = (): Promise<string> => {
  made ??= build()
  return made
}

/** The viewer is inlined, so scripts and styles of the page itself run, and nothing else. */
export const docsPolicy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The viewer is 3 MB of script: loaded only here. */
const build = async (): Promise<string> => {
  openApi()
  const [builder, scalar, server] = await Promise.all([
    import("@effect/platform/HttpApiBuilder"),
    import("@effect/platform/HttpApiScalar"),
    import("@effect/platform/HttpServer"),
  ])
  const api = Layer.succeed(Api.Api, {
    api: AnnotaryApi as unknown as Context.Tag.Service<Api.Api>["api"],
    context: Context.empty(),
  })
  const page = scalar.layer({ path: "/docs", scalar: { withDefaultFonts: false } })
  const { dispose, handler } = builder.toWebHandler(
    Layer.mergeAll(page, server.layerContext).pipe(
      Layer.provideMerge(builder.Router.Live),
      Layer.provideMerge(api),
    ),
  )
  const response = await handler(new Request("http://localhost/docs"))
  const html = await response.text()
  await dispose()
  return html
}
