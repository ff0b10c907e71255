/**
 * OpenTelemetry, enabled by one of the standard `OTEL_…` variables: traces, metrics and logs over OTLP/HTTP. Otherwise
 * the exporter is not loaded and spans are not created, because they cost more than most requests.
 */
import { Effect, Layer } from "effect"
import { getVersion } from "../version.ts"

interface Environment {
  readonly [name: string]: string | undefined
}

export const isTelemetryEnabled = (environment: Environment): boolean =>
  environment.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
  Object.entries(environment).some(([name, value]) => /^OTEL_(?!SDK_DISABLED$)/.test(name) && value !== "")

export const makeTelemetryLayer = (environment: Environment): Layer.Layer<never> =>
  isTelemetryEnabled(environment)
    ? Layer.unwrapEffect(Effect.promise(() => loadOtlp(environment)))
    : Layer.setTracerEnabled(false)

const loadOtlp = async (environment: Environment): Promise<Layer.Layer<never>> => {
  const [{ layerJson }, { layer }] = await Promise.all([
    import("@effect/opentelemetry/Otlp"),
    import("@effect/platform/FetchHttpClient"),
  ])
  return layerJson({
    baseUrl: environment.OTEL_EXPORTER_OTLP_ENDPOINT || "http://localhost:4318",
    headers: parseHeaders(environment.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    resource: { serviceName: getServiceName(environment), serviceVersion: getVersion() },
  }).pipe(Layer.provide(layer))
}

const getServiceName = (environment: Environment): string =>
  environment.OTEL_SERVICE_NAME ||
  (/(?:^|,)\s*service\.name=([^,]+)/.exec(environment.OTEL_RESOURCE_ATTRIBUTES ?? "")?.[1] ?? "annotary")

/** Parses `key=value,key2=value2`, percent-encoded as specified for the variable. */
export const parseHeaders = (text: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=")
      return at <= 0 ? [] : [[pair.slice(0, at).trim().toLowerCase(), decodeText(pair.slice(at + 1).trim())]]
    }),
  )

const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
