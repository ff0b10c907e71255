/** The views of the settings, each with the permission that it needs, and how an address names one. */
export const views = [
  { name: "general", needs: "edit_settings" },
  { name: "workflow", needs: "edit_settings" },
  { name: "guide", needs: "list_collaborators" },
  { name: "people", needs: "list_collaborators" },
  { name: "danger", needs: "edit_settings" },
] as const

export type View = (typeof views)[number]["name"]

export const viewSearch = ({ view }: Readonly<Record<string, unknown>>): { readonly view?: View } => {
  const openView = views.find(({ name }) => name === view)
  return openView === undefined ? {} : { view: openView.name }
}
