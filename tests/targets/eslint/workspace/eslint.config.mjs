export default [{ rules: { eqeqeq: "error", "no-undef": "error", "no-var": "warn" } }];
