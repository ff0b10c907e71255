/**
 * OpenTelemetry, enabled by one of the standard `OTEL_…` variables: traces, metrics and logs over OTLP/HTTP. Otherwise
 * the exporter is not loaded and spans are not created, because they cost more than most requests.
 */
import { Effect, Layer } from "effect"
import { version } from "../version.ts"

interface Environment {
  readonly [name: string]: string | undefined
}

export const telemetryWanted = (environment: Environment): boolean =>
  environment.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
  Object.entries(environment).some(([name, value]) => /^OTEL_(?!SDK_DISABLED$)/.test(name) && value !== "")

export const telemetry = (environment: Environment): Layer.Layer<never> =>
  telemetryWanted(environment)
    ? Layer.unwrapEffect(Effect.promise(() => otlp(environment)))
    : Layer.setTracerEnabled(false)

const otlp = async (environment: Environment): Promise<Layer.Layer<never>> => {
  const [{ layerJson }, { layer }] = await Promise.all([
    import("@effect/opentelemetry/Otlp"),
    import("@effect/platform/FetchHttpClient"),
  ])
  return layerJson({
    baseUrl: environment.OTEL_EXPORTER_OTLP_ENDPOINT || "http://localhost:4318",
    headers: headersOf(environment.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    resource: { serviceName: serviceName(environment), serviceVersion: version() },
  }).pipe(Layer.provide(layer))
}

const serviceName = (environment: Environment): string =>
  environment.OTEL_SERVICE_NAME ||
  (/(?:^|,)\s*service\.name=([^,]+)/.exec(environment.OTEL_RESOURCE_ATTRIBUTES ?? "")?.[1] ?? "annotary")

/** Parses `key=value,key2=value2`, percent-encoded as specified for the variable. */
export const headersOf = (text: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=")
      return at <= 0 ? [] : [[pair.slice(0, at).trim().toLowerCase(), decoded(pair.slice(at + 1).trim())]]
    }),
  )

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
