/** Paths of the console and of the API: a host may serve both below any path, which the server writes into the page. */

/** The path of the console, such as `/console/` or `/annotary/console/`, from the text of the page's meta element. */
export const computeConsoleBase = (written: string | undefined): string =>
  // The development server of Vite fills in nothing.
  written === undefined || written === "" || written === "__BASE__" ? "/console/" : written

/** The path of the API, without a slash at its end: `/annotary` beside `/annotary/console/`. */
export const computeApiBase = (base: string): string => base.replace(/\/console\/$/, "")

const readMeta = (name = "base"): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=annotary-${name}]`)?.content

/** The path of the console of this page. */
export const base: string = computeConsoleBase(readMeta())

/** The value that the policy of this page demands of style elements. Browsers hide it from selectors, not from scripts. */
export const readNonce = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? ""

/** The address for sign-in with an identity provider, as the server writes into the page; undefined where none is configured. */
export const computeProviderStart = (returnPath: string): string | undefined => {
  return readMeta("provider") === "openid"
    ? `${computeApiBase(base)}/console/openid/start?return=${encodeURIComponent(returnPath)}`
    : undefined
}

/** The people without an account who can accept an invitation on this server. Undefined when its operator does not say it. */
export const readNewAccounts = (): "link" | "provider" | "nobody" | undefined =>
  (["link", "provider", "nobody"] as const).find((people) => people === readMeta("accounts"))

/** The areas of words of the page that is opened first, as the server writes into it. */
export const listFirstAreas = (): ReadonlyArray<string> => readMeta("areas")?.match(/\b[a-z]\w*/g) ?? []
