/** Paths of the console and of the API: a host may serve both below any path, which the server writes into the page. */

/** The path of the console, such as `/console/` or `/annotary/console/`, from the text of the page's meta element. */
export const consoleBase = (written: string | undefined): string =>
  // The development server of Vite fills in nothing.
  written === undefined || written === "" || written === "__BASE__" ? "/console/" : written

/** The path of the API, without a slash at its end: `/annotary` beside `/annotary/console/`. */
export const apiBase = (base: string): string => base.replace(/\/console\/$/, "")

const written = (name = "base"): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=annotary-${name}]`)?.content

/** The path of the console of this page. */
export const base: string = consoleBase(written())

/** The value that the policy of this page demands of style elements. Browsers hide it from selectors, not from scripts. */
export const nonce = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? ""

/** The address for sign-in with an identity provider, as the server writes into the page; undefined where none is configured. */
export const providerStart = (returnPath: string): string | undefined => {
  return written("provider") === "openid"
    ? `${apiBase(base)}/console/openid/start?return=${encodeURIComponent(returnPath)}`
    : undefined
}

/** The areas of words of the page that is opened first, as the server writes into it. */
export const firstAreas = (): ReadonlyArray<string> => written("areas")?.match(/\b[a-z]\w*/g) ?? []
