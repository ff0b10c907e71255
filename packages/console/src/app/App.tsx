/** The root component: theme, cache, router, and the sign-in over a page whose session has ended. */
import { MantineProvider } from "@mantine/core"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { readNonce } from "../api/base.ts"
import { makeQueryClient } from "./queryClient.ts"
import { makeRouter } from "./router.ts"
import { SessionGuard } from "./SessionGuard.tsx"
import { theme } from "./theme.ts"

const queryClient = makeQueryClient()
const router = makeRouter(queryClient)

export const App = () => (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={readNonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionGuard />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)
