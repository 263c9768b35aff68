declare module "virtual:texts/*" {
  const catalogue: Record<string, string | Record<string, string>>;
  export default catalogue;
}
