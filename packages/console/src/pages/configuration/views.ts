/** The views of a configuration, and how an address names one. */
export const views = ["form", "json", "history"] as const
export type View = (typeof views)[number]

/** `view` is absent for the form. */
export const viewSearch = ({ view }: Readonly<Record<string, unknown>>): { readonly view?: View } => {
  const named = views.find((one) => one === view)
  return named === undefined || named === "form" ? {} : { view: named }
}
