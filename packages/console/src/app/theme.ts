/** The look of the console: one accent, neutral greys, dense text, and colours that keep the contrast of WCAG AA in both schemes. */
import { createTheme } from "@mantine/core"

export const theme = createTheme({
  primaryColor: "indigo",
  // Mantine's own shade 6 has too little contrast below white text.
  primaryShade: 8,
  autoContrast: true,
  fontFamily: "Geist, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: "'Geist Mono', ui-monospace, 'SF Mono', 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "20px" }, h2: { fontSize: "16px" }, h3: { fontSize: "14px" } },
  },
  // Plain objects: `Modal.extend` would put the component on the first page.
  components: {
    // Otherwise each field on a page draws its closed list of options, hidden.
    Combobox: { defaultProps: { keepMounted: false } },
    // A `header` that lies in no section is the banner of the page.
    DrawerHeader: { defaultProps: { component: "div" } },
    Modal: { defaultProps: { centered: true } },
    ModalHeader: { defaultProps: { component: "div" } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: "sm" } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
})
