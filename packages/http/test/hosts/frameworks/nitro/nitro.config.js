export default { serverDir: "./", preset: "node_server" }
